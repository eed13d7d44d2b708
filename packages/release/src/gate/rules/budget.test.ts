import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/federation';
import { expect, test } from 'vitest';
import { temporaryFolder, writeFiles } from '../../testing.ts';
import { remoteVersion, shellVersion } from '../testing.ts';
import { checkBudgets, checkShellBudget } from './budget.ts';

/** Content of a compressed copy: only its length matters. */
const bytes = (count: number) => randomBytes(count).toString('latin1');

async function published(budgets?: PublishedRemote['budgets']) {
  const folder = await temporaryFolder();
  const sizes = { 'remoteEntry.js': 8000, 'home.js': 12_000, 'home.css': 1500, 'search.js': 5000 };
  for (const [file, count] of Object.entries(sizes)) {
    await writeFiles(folder, { [file]: 'longer than its compressed copy' });
    await writeFile(path.join(folder, `${file}.br`), bytes(count), 'latin1');
  }
  return remoteVersion(
    {
      routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
      fragments: { 'header-search': { module: './Search' } },
      files: { './Home': ['home.js', 'home.css'], './Search': ['search.js'] },
      ...(budgets && { budgets }),
    },
    folder,
  );
}

test('a page over its budget is named with its size, and with the largest files', async () => {
  expect(await checkBudgets(await published({ home: 20_000 }))).toEqual([
    {
      severity: 'refusal',
      rule: 'budget',
      file: 'remote.json',
      message:
        'mfe-shop 1.1.0-aaaaaaaaaa, home: a visitor downloads 21.5 kB with brotli, 1.5 kB more than the budget of 20.0 kB. The largest: home.js 12.0 kB, remoteEntry.js 8.0 kB, home.css 1.5 kB. Make it smaller, or raise budgets.home in remote.json.',
      ours: 'mfe-shop 1.1.0-aaaaaaaaaa',
    },
  ]);
});

test('a slot has a budget as a page has', async () => {
  const [refusal] = await checkBudgets(await published({ 'header-search': 12_999 }));
  expect(refusal?.message).toContain('header-search: a visitor downloads 13.0 kB');
});

test.each([undefined, {}, { home: 21_500, 'header-search': 13_000 }])(
  'with the budgets %j nothing is refused',
  async (budgets) => expect(await checkBudgets(await published(budgets))).toEqual([]),
);

test('a budget of a page that does not exist is refused', async () => {
  const [refusal] = await checkBudgets(await published({ hom: 1 }));
  expect(refusal?.message).toBe(
    'mfe-shop 1.1.0-aaaaaaaaaa, budgets.hom in remote.json names no page and no slot. Correct the name.',
  );
});

test('a shell is weighed by the scripts and styles that its page loads', async () => {
  const root = await temporaryFolder();
  const folder = path.join(root, 'shell/1');
  await writeFiles(folder, {
    'index.html':
      '<link href="/static/a.css" rel="stylesheet"><link rel="icon" href="/favicon.svg"><script defer src="/static/a.js"></script>',
  });
  await writeFiles(root, { 'static/a.css': 'x'.repeat(600), 'static/a.js': 'y'.repeat(900) });
  const check = (budget?: number) => checkShellBudget(shellVersion({ root, folder, budget }));
  expect(await check()).toEqual([]);
  expect(await check(1500)).toEqual([]);
  expect((await check(1400))[0]?.message).toBe(
    'shell 1.0.0-bbbbbbbbbb, shell: a visitor downloads 1.5 kB with brotli, 0.1 kB more than the budget of 1.4 kB. The largest: static/a.js 0.9 kB, static/a.css 0.6 kB. Make it smaller, or raise budget in shell/shell.json.',
  );
});
