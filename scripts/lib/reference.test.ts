import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { reference } from './reference.ts';
import { root } from './workspace.ts';

// Milliseconds. The compiler reads four packages and their dependencies.
const time = 120_000;

test('docs/reference.md is up to date with the sources', { timeout: time }, async () => {
  const written = await readFile(path.join(root, 'docs/reference.md'), 'utf8');
  const advice = 'docs/reference.md is out of date: “pnpm reference” writes it again';
  expect(reference(), advice).toBe(written);
});
