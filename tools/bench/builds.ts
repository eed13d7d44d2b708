import { execFileSync } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { exitCode, start } from '@patchwork/cli/processes';
import type { Page } from '@playwright/test';
import { root, tool } from '../../scripts/lib/workspace.ts';
import { defineName, openBrowser } from './browser.ts';
import type { Table } from './report.ts';

async function timeTool(folder: string, name: string, args: string[]): Promise<number> {
  const begin = performance.now();
  const code = await exitCode(start(tool(name, folder), args, { cwd: folder, stdio: 'ignore' }));
  if (code !== 0) throw new Error(`${name} ${args.join(' ')} failed in ${folder}`);
  return performance.now() - begin;
}

const buildEverything = (workspace: string) => timeTool(workspace, 'tsx', ['scripts/build.ts']);

const buildRemote = (workspace: string) =>
  timeTool(path.join(workspace, 'mfe-catalog'), 'rsbuild', ['build', '--environment', 'remote']);

const heading = 'The collection';

/** Finds the source that shows the list's heading, which is not in the same file in every commit. */
async function findEdited(workspace: string): Promise<{ file: string; source: string }> {
  const folder = path.join(workspace, 'mfe-catalog/src/features/product-list');
  for (const name of await readdir(folder)) {
    const file = path.join(folder, name);
    const source = await readFile(file, 'utf8');
    if (source.includes(`>${heading}<`)) return { file, source };
  }
  throw new Error(`no file in ${folder} shows “${heading}”`);
}

/** Returns the milliseconds from the writing of a file until the page paints the change. */
async function timeEdit(page: Page, file: string, source: string, text: string): Promise<number> {
  const begin = Date.now();
  await writeFile(file, source.replace(heading, text));
  return page.evaluate(
    ([expected, begin]) =>
      new Promise<number>((resolve) => {
        const look = () => {
          const isThere = document.querySelector('main h1')?.textContent === expected;
          if (isThere) setTimeout(() => resolve(Date.now() - begin));
          else requestAnimationFrame(look);
        };
        look();
      }),
    [text, begin] as const,
  );
}

/** Times edits in a running `pnpm dev`. Its ports are fixed, so only one workspace is measured at a time. */
async function timeEdits(workspace: string, runs: number): Promise<number[]> {
  const { file, source } = await findEdited(workspace);
  const servers = start(tool('tsx', workspace), ['scripts/dev.ts'], {
    cwd: workspace,
    stdio: 'ignore',
  });
  const browser = await openBrowser();
  try {
    const page = await browser.newPage();
    await defineName(page);
    const open = () => page.goto('http://localhost:3000/productlist');
    while (!(await open().catch(() => undefined))) await page.waitForTimeout(500);
    await page.getByRole('heading', { name: heading }).waitFor({ timeout: 60_000 });
    // A page that was served before the first build had ended is reloaded once, so the first edit is not counted.
    await page.waitForTimeout(2000);
    await timeEdit(page, file, source, `${heading} 0`).catch(() => undefined);
    await page.getByRole('heading', { name: `${heading} 0` }).waitFor({ timeout: 60_000 });
    const times: number[] = [];
    for (let run = 1; run <= runs; run += 1) {
      times.push(await timeEdit(page, file, source, `${heading} ${run}`));
    }
    return times;
  } finally {
    await writeFile(file, source);
    await browser.close();
    const ended = new Promise((resolve) => servers.once('close', resolve));
    servers.kill('SIGTERM');
    await ended;
  }
}

async function repeat(runs: number, measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) times.push(await measure());
  return times;
}

/** Measures the times that a developer waits, here and in another installed checkout of this repository. */
export async function measureBuilds(base: string, runs: number): Promise<Table> {
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: base });
  const compare = async (measure: (workspace: string) => Promise<number[]>) => ({
    shop: await measure(root),
    reference: await measure(base),
  });
  const repeated = (measure: (workspace: string) => Promise<number>) =>
    compare((workspace) => repeat(runs, () => measure(workspace)));
  return {
    title: 'Builds',
    note: 'Production builds, and the time from an edit of the list until `pnpm dev` has painted it.',
    columns: ['now', `commit ${commit.toString().trim()}`],
    rows: [
      { name: 'everything', unit: 's', ...(await repeated(buildEverything)) },
      { name: 'one remote', unit: 's', ...(await repeated(buildRemote)) },
      { name: 'edit to paint', unit: 'ms', ...(await compare((each) => timeEdits(each, runs))) },
    ],
  };
}
