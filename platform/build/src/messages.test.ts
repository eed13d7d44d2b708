import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runInNewContext } from 'node:vm';
import { expect, onTestFinished, test } from 'vitest';
import { generateTexts, insertTexts, textsProblem, writeTexts } from './messages.ts';

/** Creates a remote's folder with messages by language, all in the group “card”. */
function remoteWith(languages: Readonly<Record<string, Readonly<Record<string, string>>>>): string {
  const root = mkdtempSync(path.join(tmpdir(), 'patchwork-messages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  for (const [language, messages] of Object.entries(languages)) {
    const folder = path.join(root, 'messages', language);
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'card.json'), JSON.stringify(messages));
  }
  return root;
}

const imported = "import * as t from '../texts/card.ts';\n";

/** Returns what an expression with the texts of a language is. */
function evaluate(root: string, expression: string, language: string): unknown {
  const file = path.join(root, 'src/product/Card.tsx');
  const code = insertTexts(`${imported}result = ${expression}`, file, [language]);
  const createElement = (_type: unknown, _props: unknown, ...parts: unknown[]) => parts;
  const nodes = { createElement, Fragment: '' };
  return runInNewContext(code.replace(/import .*/g, ''), { ...nodes, result: undefined });
}

const en = {
  add: 'Add to Cart',
  size: 'Size {size}',
  days: '{days, plural, one {in {days} day} other {in {days} days}}',
  list: '{list, select, other {Your {list} is here.}}',
  more: 'See <link>{page}</link>, `$` {it} isn’t #1.',
};
const hi = {
  add: 'कार्ट में जोड़ें',
  size: 'साइज़ {size}',
  days: '{days, plural, one {# दिन में} other {# दिनों में}}',
  list: '{list, select, cart {आपका कार्ट} other {आपकी सूची}}',
  more: '<link>{page}</link> देखें, {it}।',
};
const both = () => remoteWith({ en, hi });

test('texts stand where they are used, in the language of the build', () => {
  const root = both();
  expect(evaluate(root, 't.add', 'en')).toBe('Add to Cart');
  expect(evaluate(root, 't.add', 'hi')).toBe('कार्ट में जोड़ें');
  expect(evaluate(root, "t.size({ size: 'M' })", 'hi')).toBe('साइज़ M');
});

test('plurals follow the language’s rules: in Hindi 0 is singular', () => {
  const root = both();
  const days = (count: number, language: string) =>
    evaluate(root, `t.days({ days: ${count} })`, language);
  expect([0, 1, 2].map((count) => days(count, 'en'))).toEqual([
    'in 0 days',
    'in 1 day',
    'in 2 days',
  ]);
  expect([0, 1, 2].map((count) => days(count, 'hi'))).toEqual(['0 दिन में', '1 दिन में', '2 दिनों में']);
});

test('a translation may choose by a text that English only shows', () => {
  const root = both();
  const list = (name: string, language: string) =>
    evaluate(root, `t.list({ list: '${name}' })`, language);
  expect(list('cart', 'en')).toBe('Your cart is here.');
  expect(list('cart', 'hi')).toBe('आपका कार्ट');
  expect(list('wishlist', 'hi')).toBe('आपकी सूची');
});

test('a message with tags is a node, whose parts are in the order of the language', () => {
  const root = both();
  const more = "t.more({ page: 'Help', it: 1, link: (text) => '[' + text + ']' })";
  expect(evaluate(root, more, 'en')).toEqual(['See ', '[Help]', ', `$` ', '1', ' isn’t #1.']);
  expect(evaluate(root, more, 'hi')).toEqual(['[Help]', ' देखें, ', '1', '।']);
});

test('a folder without the language, such as a library’s, has its English texts', () => {
  expect(evaluate(remoteWith({ en: { add: 'Add' } }), 't.add', 'hi')).toBe('Add');
});

test('a compiled library, which names the texts that it imports, has them too', () => {
  const root = both();
  const code = 'import { add, size as t } from "./texts/card.js";\nresult = add + t({ size: 1 });';
  const inserted = insertTexts(code, path.join(root, 'src/Card.js'), ['hi']);
  expect(runInNewContext(inserted, { result: '' })).toBe('कार्ट में जोड़ेंसाइज़ 1');
});

test('a build with several languages chooses the texts when it runs', () => {
  const file = path.join(both(), 'src/Card.tsx');
  const code = 'import * as t from "./texts/card.ts";\nresult = t.add + t.size({ size: 1 });';
  const inserted = insertTexts(code, file, ['en', 'hi']);
  const texts = (language: string) => runInNewContext(inserted, { patchworkLanguage: language });
  expect(['en', 'hi'].map(texts)).toEqual(['Add to CartSize 1', 'कार्ट में जोड़ेंसाइज़ 1']);
});

test('an unknown text is an error that names the file', () => {
  expect(() => evaluate(both(), 't.remove', 'en')).toThrow('Card.tsx uses the text remove');
});

test.each([
  ['lacks a message', { size: '{size}' }, 'messages/hi/card.json lacks add: translate it'],
  [
    'has one too many',
    { add: 'a', size: '{size}', remove: 'b' },
    'messages/hi/card.json has remove, which English has not: remove it',
  ],
  [
    'takes something else',
    { add: 'a', size: '{sise}' },
    'messages/hi/card.json: size takes {sise}, and in English {size}: use the same',
  ],
  [
    'counts what English only shows',
    { add: 'a', size: '{size, plural, other {#}}' },
    'messages/hi/card.json: size takes {size}, and in English {size}: use the same',
  ],
  ['lacks an argument', { add: 'a', size: 'a' }, 'size takes nothing, and in English {size}'],
  [
    'is malformed',
    { add: 'a', size: '{size' },
    'messages/hi/card.json: size: “{size” is no message',
  ],
  ['formats a number itself', { add: 'a', size: '{size, number}' }, '{size} has a format'],
])('a language that %s is refused', (_how, messages, reason) => {
  const root = remoteWith({ en: { add: 'Add', size: 'Size {size}' }, hi: messages });
  expect(() => generateTexts(root)).toThrow(reason);
});

test('languages and remote.json have to agree, and the written texts to be those of the messages', () => {
  const root = remoteWith({ en: { add: 'Add' }, hi: { add: 'जोड़ें' } });
  expect(textsProblem(root, ['hi', 'ta'])).toContain('write messages/ta');
  expect(textsProblem(root, [])).toContain('add hi to "languages"');
  expect(textsProblem(root, ['hi'])).toContain('card.ts is out of date');
  writeTexts(root);
  expect(textsProblem(root, ['hi'])).toBeUndefined();
});
