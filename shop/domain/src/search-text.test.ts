import fc from 'fast-check';
import { expect, test } from 'vitest';
import { searchTextOf } from './search-text.ts';

test.each([
  ['Cafe\u0301 Apron', 'café apron'],
  ['Linen\u00a0Shirt', 'linen shirt'],
  ['Wool  Coat', 'wool coat'],
  ['\u3000Silk\u3000Sari\u2003', 'silk sari'],
  ['Silk\t\r\nSari', 'silk sari'],
  ['Ove\u00adrsh\u200birt', 'overshirt'],
  ['e\u200d\u0301', 'é'],
  ['क़मीज़', 'क\u093cमीज\u093c'],
  ['\ufeffKurta', 'kurta'],
  ['ÅNGSTRÖM', 'ångström'],
])('the search text of %j is %j', (typed, text) => {
  expect(searchTextOf(typed)).toBe(text);
});

test('a text has the same search text composed or not, in upper and lower case of ASCII, and twice', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (typed) => {
      const text = searchTextOf(typed);
      expect(searchTextOf(typed.normalize('NFC'))).toBe(text);
      expect(searchTextOf(typed.normalize('NFD'))).toBe(text);
      expect(searchTextOf(text)).toBe(text);
    }),
    { numRuns: 2000 },
  );
});

test('each letter has the same search text composed or not', () => {
  const different: string[] = [];
  for (let code = 1; code < 0x20000; code += 1) {
    const word = `a${String.fromCodePoint(code)}b`;
    if (searchTextOf(word.normalize('NFD')) !== searchTextOf(word)) different.push(word);
  }
  expect(different).toEqual([]);
});
