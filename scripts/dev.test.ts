import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, tool } from './lib/workspace.ts';

/** What `pnpm dev` prints when it ends at once; after a minute it is stopped. */
const errorOf = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const script = path.join(root, 'scripts/dev.ts');
    execFile(tool('tsx'), [script, ...args], { timeout: 60_000 }, (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });

test.concurrent.each([
  [['--remote-only']],
  [['mfe-catalog', '--remote-only', '--release', '.release']],
  [['mfe-catalog', '--api']],
])('%j prints the usage', { timeout: 70_000 }, async (args) => {
  expect(await errorOf(...args)).toMatch(/^pnpm dev \[mfe-catalog \[/);
});
