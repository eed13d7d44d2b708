import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { createApiServer, readSettings } from '@patchwork/api-server';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from './local-server.ts';
import { root, tool } from './workspace.ts';

const run = promisify(execFile);

test('the API fulfils what the catalogue’s request files expect of it', async () => {
  const settings = readSettings({ LOG_LEVEL: 'silent' }, '/');
  const api = await createApiServer({ ...settings, database: { kind: 'memory' } });
  const { url, stop } = await listen(api.listener);
  onTestFinished(async () => {
    await stop();
    await api.stop();
  });
  const values = ['productId=puddle-raincoat', 'category=KIDS', 'maxPrice=4000'];
  const { stdout } = await run(
    tool('tsx'),
    [
      ...[path.join(root, 'scripts/release.ts'), 'requests', 'run', 'mfe-catalog', '--api', url],
      ...values.flatMap((value) => ['--set', value]),
    ],
    { cwd: root },
  );
  expect(stdout.replaceAll(/ +\d+ ms/g, '')).toBe(`\
passed  200  mfe-catalog/requests/categories.json  GET  /api/categories
passed  200  mfe-catalog/requests/product-list-filtered.json  GET  /api/product-query?categories={{category}}&maxPrice={{maxPrice}}&sort=LOWTOHIGH
passed  404  mfe-catalog/requests/product-unknown.json  GET  /api/products/no-such-product
passed  200  mfe-catalog/requests/product.json  GET  /api/products/{{productId}}
4 of 4 passed
`);
}, 60_000);
