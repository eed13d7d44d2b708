import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root, tool } from './lib/workspace.ts';

test('pnpm dev --api is refused for a single remote', { timeout: 70_000 }, async () => {
  const args = [path.join(root, 'scripts/dev.ts'), 'mfe-catalog', '--api'];
  const ended = promisify(execFile)(tool('tsx'), args, { timeout: 60_000 });
  await expect(ended).rejects.toMatchObject({
    stderr: expect.stringContaining('pnpm dev --api starts all pieces: leave out the names'),
  });
});
