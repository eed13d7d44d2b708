import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { coreRange, fingerprintOf, fontSubsets } from './subset-fonts.ts';

const read = (file: string): Buffer => readFileSync(new URL(file, import.meta.url));

const fingerprints: Record<string, string> = JSON.parse(read('fingerprints.json').toString());

test.each(fontSubsets)('$file is up to date with write-fonts.ts', (subset) => {
  expect(fingerprints[subset.file]).toBe(fingerprintOf(subset, read(subset.file)));
});

test('the style sheet lists the characters of the small files', () => {
  const sheet = read('fonts.css').toString().replaceAll(/\s+/g, ' ');
  expect(sheet.split(`unicode-range: ${coreRange};`)).toHaveLength(1 + fontSubsets.length);
});
