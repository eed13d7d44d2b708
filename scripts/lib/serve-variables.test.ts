import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { serveVariables } from './serve-variables.ts';
import { root } from './workspace.ts';

test('every variable that “pnpm serve” reads from the environment is described, and no other', async () => {
  const files = ['scripts/serve.ts', 'scripts/lib/metrics.ts', 'scripts/lib/uploads.ts'];
  const sources = await Promise.all(files.map((file) => readFile(path.join(root, file), 'utf8')));
  const read = [...sources.join('\n').matchAll(/\{ ([^}]+) \} = process\.env/g)].flatMap(
    ([, names = '']) => names.match(/[A-Z_]{3,}/g) ?? [],
  );
  expect(serveVariables.map(({ name }) => name).toSorted()).toEqual([...new Set(read)].sort());
});
