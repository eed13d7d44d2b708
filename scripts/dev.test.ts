import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, tool } from './lib/workspace.ts';

/** Resolves to the errors that `pnpm dev` prints when it ends at once; after a minute it is stopped. */
const errorOf = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const script = path.join(root, 'scripts/dev.ts');
    execFile(tool('tsx'), [script, ...args], { timeout: 60_000 }, (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });

test.concurrent.each([
  [['--remote-only'], 'Name the remote'],
  [
    ['mfe-catalog', '--remote-only', '--shop', '.release'],
    'Give --shop or --remote-only, not both',
  ],
  [['mfe-catalog', '--api'], 'it is for all pieces at once'],
])('%j is refused: %s', { timeout: 70_000 }, async (args, message) => {
  expect(await errorOf(...args)).toContain(message);
});
