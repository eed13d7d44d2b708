import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitCommands } from './shell.ts';

const wordsOf = (text: string) => splitCommands(text)?.commands.map(({ words }) => words);

test.each<[line: string, commands: string[][] | undefined]>([
  ['curl  a\tb', [['curl', 'a', 'b']]],
  ['curl\u00a0a', [['curl', 'a']]],
  [`a'b c'"d e"\\ f`, [['ab cd e f']]],
  [`'' ""`, [['', '']]],
  [String.raw`"\$x \"y\" \\ \n"`, [[String.raw`$x "y" \ \n`]]],
  [String.raw`'\n'`, [[String.raw`\n`]]],
  ['a \\\n b \\\r\n c', [['a', 'b', 'c']]],
  ['a \\ \n b `\n c', [['a', 'b', 'c']]],
  ['ab\\\ncd "e\\\nf"', [['abcd', 'ef']]],
  [`'one\\\ntwo'`, [['one\\\ntwo']]],
  [String.raw`$'caf\xc3\xa9 \u20acab \U0001F600 \101 it\'s\n\q'`, [["café €ab 😀 A it's\n\\q"]]],
  [`$"text" a$`, [['text', 'a$']]],
  ['a; b && c || d &\ne', [['a'], ['b'], ['c'], ['d'], ['e']]],
  ['a 12 b2c d3>e', [['a', '12', 'b2c', 'd3']]],
  ['http://x/?a=1&b=2 c', [['http://x/?a=1&b=2', 'c']]],
  ['# first\na # rest "\n# last', [['a']]],
  ['a#b', [['a#b']]],
  ['a\nb', [['a'], ['b']]],
  ['a\n  -b c\n--d', [['a', '-b', 'c', '--d']]],
  [`A=1 B="x y"\nexport C=$A\nd $A "\${B}$C" '$A'`, [['d', '1', 'x y1', '$A']]],
  ['$A = "1"\n$env:B = "2"\nd $A $B', [['d', '1', '2']]],
  [`a \${A:-x} "\${B-y}"`, [['a', 'x', 'y']]],
  ['', []],
  [`a 'b`, undefined],
  ['a "b\\"', undefined],
  [`a $'b\\'`, undefined],
])('%j is split as a shell does', (line, commands) => {
  expect(wordsOf(line)).toEqual(commands);
});

test.each<[line: string, aside: string[]]>([
  ['curl a | jq .', ['| jq .']],
  ['curl a | jq ".x | y" | head -1; b', ['| jq ".x | y"', '| head -1']],
  ['curl a > out.txt b 2>&1 <in >>"x y" c &>all', ['> out.txt', '2>&1', '<in', '>>"x y"', '&>all']],
  ['curl a 2>/dev/null |& tee log', ['2>/dev/null', '|& tee log']],
  ['curl a || exit 1', []],
])('of %j, what the shell does beside the command is kept apart', (line, aside) => {
  expect(splitCommands(line)?.commands[0]).toEqual({
    words: expect.arrayContaining(['curl']),
    aside,
  });
});

test.each<[text: string, stdin: string | undefined]>([
  [`curl a <<'EOF'\n{"a": "$x"}\nEOF\ncurl b`, '{"a": "$x"}\n'],
  ['X=1\ncurl a <<EOF\n{"a": "$X"}\nEOF', '{"a": "1"}\n'],
  ['curl a <<-END\n\tx\n\tEND', 'x\n'],
  [`curl a <<< '{"a":1}'`, '{"a":1}\n'],
  [`echo '{"a":1}' | curl a`, '{"a":1}\n'],
  ['cat x | curl a', undefined],
])('of %j, the text on the standard input is known', (text, stdin) => {
  const found = splitCommands(text)?.commands.find(({ words }) => words[0] === 'curl');
  expect(found?.stdin).toBe(stdin);
});

test('variables and substitutions without a known value stay, and are named', () => {
  const text = `curl "$HOST/a" -H "X: $(cat token)" -d '$x' \${ID} \`date\``;
  expect(splitCommands(text)).toEqual({
    commands: [
      {
        words: ['curl', '$HOST/a', '-H', 'X: $(cat token)', '-d', '$x', `\${ID}`, '`date`'],
        aside: [],
      },
    ],
    unknown: ['$HOST', '$(cat token)', `\${ID}`, '`date`'],
  });
});

test('words in single quotes stay as they are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { minLength: 1 }), (words) => {
      const line = words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
      expect(wordsOf(`curl ${line}`)).toEqual([['curl', ...words]]);
    }),
  );
});
