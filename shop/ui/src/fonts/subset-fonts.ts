import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

/** Characters of the shop's own texts. Any other character loads the whole Latin file (see fonts.css). */
export const coreRange =
  'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+203A';

function charactersIn(range: string): string {
  return range
    .split(', ')
    .flatMap((part) => {
      const [first = '', last = first] = part.slice('U+'.length).split('-');
      const [from, to] = [Number.parseInt(first, 16), Number.parseInt(last, 16)];
      return Array.from({ length: to - from + 1 }, (_, step) => String.fromCodePoint(from + step));
    })
    .join('');
}

interface FontSubset {
  readonly file: string;
  /** Source file in an npm package. The package's licence is copied beside the subset. */
  readonly source: string;
  readonly weights: number | { readonly min: number; readonly max: number };
}

export const fontSubsets: readonly FontSubset[] = [
  {
    file: 'fraunces-core.woff2',
    source: '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2',
    weights: 400,
  },
  {
    file: 'hanken-grotesk-core.woff2',
    source: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    weights: { min: 400, max: 700 },
  },
];

/** Options of a subset. It keeps kerning and ligatures, the features that browsers apply by default. */
const options = { targetFormat: 'woff2', keepFeatures: ['kern', 'liga'] } as const;

/** Returns a subset of a font with the characters of `coreRange`. Deterministic. */
export function subsetOf({ source, weights }: FontSubset): Promise<Buffer> {
  const font = readFileSync(fileURLToPath(import.meta.resolve(source)));
  return subsetFont(font, charactersIn(coreRange), {
    ...options,
    variationAxes: { wght: weights },
  });
}
