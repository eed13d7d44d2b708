import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCommands } from './shell-words.ts';

test.each<[line: string, commands: string[][] | undefined]>([
  ['curl  a\tb', [['curl', 'a', 'b']]],
  [`a'b c'"d e"\\ f`, [['ab cd e f']]],
  [`'' ""`, [['', '']]],
  [String.raw`"\$x \"y\" \\ \n"`, [[String.raw`$x "y" \ \n`]]],
  [String.raw`'\n'`, [[String.raw`\n`]]],
  ['a \\\n b \\\r\n c', [['a', 'b', 'c']]],
  ['ab\\\ncd "e\\\nf"', [['abcd', 'ef']]],
  [`'one\\\ntwo'`, [['one\\\ntwo']]],
  [String.raw`$'caf\xc3\xa9 \u20ac \101 it\'s\n'`, [["café € A it's\n"]]],
  [`$"text" $x a$`, [['text', '$x', 'a$']]],
  ['a | b', [['a'], ['b']]],
  ['a|b; c&&d || e &', [['a'], ['b'], ['c'], ['d'], ['e']]],
  ['a > out.txt b 2>&1 <in >>"x y" c &>all', [['a', 'b', 'c']]],
  ['a 12 b2c d3>e', [['a', '12', 'b2c', 'd3']]],
  ['http://x/?a=1&b=2 c', [['http://x/?a=1&b=2', 'c']]],
  ['# first\na # rest "\n# last', [['a']]],
  ['a#b', [['a#b']]],
  ['a\nb', [['a'], ['b']]],
  ['a\n  -b c\n--d', [['a', '-b', 'c', '--d']]],
  ['', []],
  [`a 'b`, undefined],
  ['a "b\\"', undefined],
  [`a $'b\\'`, undefined],
])('%j is split as a shell does', (line, commands) => {
  expect(splitCommands(line)).toEqual(commands);
});

test('words in single quotes stay as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (words) => {
      const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
      expect(splitCommands(`curl ${line}`)).toEqual([['curl', ...words]]);
    }),
  );
});
