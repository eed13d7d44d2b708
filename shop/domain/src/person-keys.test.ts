import { expect, test } from 'vitest';
import { emailKeyOf, searchKeyOf } from './person-keys.ts';

test.each([
  ['İpek Demir', 'ipek demir'],
  ['İpek Demir', 'İPEK DEMİR'],
  ['Işık', 'IŞIK'],
  ['ΝΊΚΟΣ', 'Νίκος'],
  ['Straße', 'STRASSE'],
  ['STRAẞE', 'straße'],
  ['Rene\u0301', 'RENÉ'],
  ['Asha Rao', '\tasha\u00a0\u3000RAO '],
])('%j and %j have the same search key', (one, other) => {
  expect(searchKeyOf(one)).toBe(searchKeyOf(other));
});

test.each([
  ['Rao', 'Roa'],
  ['Rene', 'René'],
  ['Asha Rao', 'AshaRao'],
])('%j and %j have different search keys', (one, other) => {
  expect(searchKeyOf(one)).not.toBe(searchKeyOf(other));
});

test('a letter has the same search key in upper and lower case, of Turkish too, and composed or not', () => {
  const forms: Record<string, (text: string) => string> = {
    upper: (text) => text.toUpperCase(),
    lower: (text) => text.toLowerCase(),
    'upper, Turkish': (text) => text.toLocaleUpperCase('tr'),
    'lower, Turkish': (text) => text.toLocaleLowerCase('tr'),
    composed: (text) => text.normalize('NFC'),
    decomposed: (text) => text.normalize('NFD'),
    key: searchKeyOf,
  };
  const different: string[] = [];
  for (let code = 1; code < 0x20000; code += 1) {
    const letter = String.fromCodePoint(code);
    if (letter.toUpperCase() === letter.toLowerCase() && letter.normalize('NFD') === letter)
      continue;
    const text = `a${letter}b`;
    for (const [name, form] of Object.entries(forms)) {
      if (searchKeyOf(form(text)) !== searchKeyOf(text)) different.push(`${letter} ${name}`);
    }
  }
  expect(different).toEqual([]);
});

test('the key of a name begins with the key of its beginning, also where that ends in a sigma', () => {
  for (const name of ['ΝΊΚΟΣΑΚΗΣ', 'Straßmann', 'İpek Demir']) {
    const letters = [...name];
    for (let count = 1; count <= letters.length; count += 1) {
      const beginning = searchKeyOf(letters.slice(0, count).join(''));
      expect(searchKeyOf(name).startsWith(beginning), beginning).toBe(true);
    }
  }
});

test('an email is unique regardless of case and surrounding spaces, but not of other letters', () => {
  expect(emailKeyOf(' Asha@Patchwork.example\t')).toBe('asha@patchwork.example');
  for (const [one, other] of [
    ['mıke@patchwork.example', 'mike@patchwork.example'],
    ['straße@patchwork.example', 'strasse@patchwork.example'],
  ] as const) {
    expect(emailKeyOf(one)).not.toBe(emailKeyOf(other));
  }
});
