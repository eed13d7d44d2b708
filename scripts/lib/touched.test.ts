import { expect, test } from 'vitest';
import { isCommit, touchedSince } from './touched.ts';
import { readPieces } from './workspace.ts';

test('without a commit to compare with, every piece counts as touched', async () => {
  expect(await isCommit('no-such-commit')).toBe(false);
  expect(await touchedSince('no-such-commit')).toEqual(readPieces());
});
