import { cpSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type ServeOptions, serve } from '../serve/serve.ts';
import { buildRemote, buildShell, contextOf, publishPiece, temporaryFolder } from './release.ts';

/** Headers of a browser's request for a typed address. */
export const html = { accept: 'text/html' };

let published = '';
let remote = '';

/** Publishes a release before a file's tests; `openShop` serves copies of it. Call it at the top level of the file. */
export function publishShop(): void {
  beforeAll(async () => {
    const root = await mkdtemp(path.join(tmpdir(), 'patchwork-published-'));
    published = path.join(root, '.release');
    await buildRemote(path.join(root, 'mfe-catalog'));
    await buildShell(path.join(root, 'shell'));
    const context = contextOf(published);
    const { version } = await publishPiece(path.join(root, 'mfe-catalog'), context);
    await publishPiece(path.join(root, 'shell'), context);
    remote = `/remotes/mfe-catalog/${version}`;
    // Compressing the builds takes longer than the default 10 s on a busy machine.
  }, 60_000);
  afterAll(() => rm(path.dirname(published), { recursive: true }));
}

/** Serves a copy of the release until the test ends. */
export async function openShop(options: Partial<ServeOptions> = {}) {
  const release = await temporaryFolder();
  cpSync(published, release, { recursive: true });
  const reports: string[] = [];
  const report = (message: string) => reports.push(message);
  const server = await serve({ release, port: 0, report, ...options });
  onTestFinished(() => server.stop());
  const get = (url: string, headers: Record<string, string> = {}) =>
    fetch(server.url + url, { headers });
  return { release, remote, server, get, reports };
}
