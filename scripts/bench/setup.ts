import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { serve } from '@patchwork/release';
import { release } from '../lib/workspace.ts';
import { createSite, openBrowser, type Setup } from './browse.ts';
import { buildReference } from './reference/build.ts';
import { serveReference } from './reference/serve.ts';

/** Opens the published shop and, built for it, the one bundle; closes both when `work` is done. */
export async function withSetup<T>(work: (setup: Setup) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-bench-'));
  const shop = await serve({ release, port: 0 });
  try {
    const reference = await serveReference(await buildReference(folder), shop.url);
    const browser = await openBrowser();
    const setup = {
      browser,
      shop: await createSite(browser, shop.url),
      reference: await createSite(browser, reference.url),
    };
    try {
      return await work(setup);
    } finally {
      await browser.close();
      await reference.stop();
    }
  } finally {
    await shop.stop();
    await rm(folder, { recursive: true, force: true });
  }
}
