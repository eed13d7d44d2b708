import { execFile } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { root, tool } from './lib/workspace.ts';

/** What `pnpm dev` says where it ends at once; it is stopped where it does not. */
const said = (...args: string[]): Promise<string> =>
  new Promise((resolve) => {
    const script = path.join(root, 'scripts/dev.ts');
    execFile(tool('tsx'), [script, ...args], { timeout: 15_000 }, (_error, _stdout, stderr) => {
      resolve(stderr);
    });
  });

test.concurrent.each([
  [['--remote-only']],
  [['mfe-catalog', '--remote-only', '--release', '.release']],
])('%j is answered with the usage', { timeout: 20_000 }, async (args) => {
  expect(await said(...args)).toMatch(/^pnpm dev \[mfe-catalog \[/);
});
