import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreRange, fontSubsets, subsetOf } from './subset-fonts.ts';

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

test.each(fontSubsets)('$file is up to date with write-fonts.ts', async (subset) => {
  expect(read(subset.file).equals(await subsetOf(subset))).toBe(true);
});

test('the style sheet lists the characters of the small files', () => {
  const sheet = read('fonts.css').toString().replaceAll(/\s+/g, ' ');
  expect(sheet.split(`unicode-range: ${coreRange};`)).toHaveLength(1 + fontSubsets.length);
});
