export type HostileText = readonly [title: string, text: string];

/** Combines each text with each way of writing it, without duplicates. */
export function combine(
  texts: readonly HostileText[],
  ways: readonly (readonly [title: string, write: (text: string) => string])[],
): HostileText[] {
  const written = texts.flatMap(([title, text]) =>
    ways.map(([way, write]): HostileText => [`${title}, ${way}`, write(text)]),
  );
  return [...new Map(written.map((each) => [each[1], each])).values()];
}

const LONG = 100_000;

/** Whether a text has no unpaired surrogate, which neither a URL nor UTF-8 can encode. */
export const isUnicode = (text: string): boolean => !/\p{Surrogate}/u.test(text);

const characters = (title: string, codes: readonly number[]): HostileText[] =>
  codes.map((code) => [
    `${title} U+${code.toString(16).padStart(4, '0').toUpperCase()}`,
    `a${String.fromCharCode(code)}b`,
  ]);

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

/** Unusual texts: empty, very long, invisible, right to left, invalid Unicode, or with a meaning elsewhere (SQL). */
export const oddTexts: readonly HostileText[] = [
  ['an empty text', ''],
  ['only spaces', '   '],
  ['a word of 100,000 letters', 'w'.repeat(LONG)],
  ['100,000 spaces between words', `a${' '.repeat(LONG)}b`],
  ['100,000 words', 'ab '.repeat(LONG / 2)],
  ['100,000 line breaks', `a${'\n'.repeat(LONG)}b`],
  ['a letter below 1,000 marks', `a${'\u0301'.repeat(1000)}`],
  ['a family of emoji', '👨\u200d👩\u200d👧\u200d👦'],
  ['Arabic between Latin', 'price ١٢٣ السعر 123'],
  ['an override that is never ended', '\u202efdp.exe'],
  ['isolates that are never ended', '\u2066\u2067\u2068'.repeat(100)],
  ['letters that look like others', 'Рatсhwоrk'],
  ['two halves of surrogate pairs in the wrong order', 'a\udfff\ud800b'],
  ['a number beyond all', '9'.repeat(400)],
  ['a path', '../../../etc/passwd'],
  ['SQL', "'; drop table shoppers; --"],
  ['a formula of a spreadsheet', '=HYPERLINK("//evil.example")'],
  ['a line of a log', 'a\r\n{"level":50}'],
  ...characters('the control character', [...range(0, 31), ...range(127, 159)]),
  ...characters('half of a surrogate pair,', [0xd800, 0xdbff, 0xdc00, 0xdfff]),
  ...characters('the direction mark', [
    ...range(0x202a, 0x202e),
    ...range(0x2066, 0x2069),
    0x200e,
    0x200f,
    0x61c,
  ]),
  ...characters('without width,', [0x200b, 0x200c, 0x200d, 0x2060, 0xfeff, 0xad, 0x34f, 0x180e]),
  ...characters('the separator', [0x85, 0x2028, 0x2029, 0xa0, 0x3000]),
  ...characters('no character,', [0xfffe, 0xffff, 0xfdd0]),
];
