import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type ApiServer, createApiServer, readSettings } from '@patchwork/api-server';
import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import { release } from '../../scripts/lib/workspace.ts';
import { createSite, openBrowser, type Setup } from './browser.ts';
import { buildReference, serveReference } from './one-bundle.ts';

type Work<T> = (setup: Setup) => Promise<T>;

async function withFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(path.join(tmpdir(), 'patchwork-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Serves the published shop and the one bundle, on the mock or on an API, until `work` is done. */
async function withSites<T>(
  { browser, oneBundle }: Pick<Setup, 'browser' | 'oneBundle'>,
  work: Work<T>,
  api?: ApiServer,
): Promise<T> {
  const withApi = api && { defaultConfig: api.shopConfig, api: api.read, delegate: api };
  const shop = await serve({ release, port: 0, sample: readSample, ...withApi });
  try {
    const reference = await serveReference(oneBundle, shop.url, api);
    try {
      return await work({
        browser,
        oneBundle,
        shop: await createSite(browser, shop.url),
        reference: await createSite(browser, reference.url),
      });
    } finally {
      await reference.stop();
    }
  } finally {
    await shop.stop();
  }
}

/** Builds the one bundle, and serves it and the published shop until `work` is done. */
export const withSetup = <T>(work: Work<T>): Promise<T> =>
  withFolder(async (folder) => {
    const oneBundle = await buildReference(folder);
    const browser = await openBrowser();
    try {
      return await withSites({ browser, oneBundle }, work);
    } finally {
      await browser.close();
    }
  });

/**
 * Serves the shop and the one bundle with one API server on an embedded database. Each has the API at its own origin.
 */
export const withApi = <T>(setup: Setup, work: Work<T>): Promise<T> =>
  withFolder(async (folder) => {
    const settings = readSettings(
      { PATCHWORK_DATA: folder, GUEST_ACCOUNT: 'true', LOG_LEVEL: 'silent' },
      folder,
    );
    const api = await createApiServer(settings);
    try {
      return await withSites(setup, work, api);
    } finally {
      await api.stop();
    }
  });
