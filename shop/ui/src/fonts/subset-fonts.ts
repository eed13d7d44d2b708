import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Characters of the shop's own texts. Any other character loads the whole Latin file (see fonts.css). */
export const coreRange =
  'U+20-7E, U+A0, U+A9, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2022, U+2026, U+203A';

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

/** Package that makes the subsets. Only `write-fonts.ts` installs it. */
export const subsetTool = 'subset-font@2.9.0';

/** Options of a subset. It keeps kerning and ligatures, the features that browsers apply by default. */
export const subsetOptions = { targetFormat: 'woff2', keepFeatures: ['kern', 'liga'] } as const;

/** Reads a subset's source from the installed package. */
export const sourceOf = ({ source }: FontSubset): Buffer =>
  readFileSync(fileURLToPath(import.meta.resolve(source)));

/** Hash of all that a committed subset was made from, and of the subset: one of them can't change alone. */
export const fingerprintOf = (subset: FontSubset, made: Buffer): string =>
  createHash('sha256')
    .update(JSON.stringify([coreRange, subset.weights, subsetOptions, subsetTool]))
    .update(sourceOf(subset))
    .update(made)
    .digest('hex');
