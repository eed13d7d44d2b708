import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cp, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder, writeFiles } from '@patchwork/release/testing';
import { onTestFinished, vi } from 'vitest';
import { listen } from '../local-server.ts';

/** Writes the folder of a package that a test's registry has. */
export async function packageFolder(
  manifest: { readonly name: string; readonly version: string },
  files: Record<string, string> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  await writeFiles(folder, { 'package.json': JSON.stringify(manifest), ...files });
  return folder;
}

/**
 * Starts a registry on this machine that has the packages in these folders, and configures npm with it until the test
 * ends.
 */
export async function openRegistry(...folders: readonly string[]): Promise<void> {
  const packed = await temporaryFolder();
  const tarballs = new Map<string, Buffer>();
  const documents = new Map<string, { versions: Record<string, object>; 'dist-tags': object }>();
  const server = await listen(({ url = '/' }, response) => {
    const found = tarballs.get(url) ?? documents.get(decodeURIComponent(url.slice(1)));
    if (!found) response.writeHead(404).end('{"error":"Not found"}');
    else response.end(Buffer.isBuffer(found) ? found : JSON.stringify(found));
  });
  const address = server.url;
  for (const folder of folders) {
    const manifest = JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8'));
    // npm can't pack a package that pnpm has linked.
    const copy = await temporaryFolder();
    await cp(await realpath(folder), copy, { recursive: true });
    const args = ['pack', copy, '--ignore-scripts', '--json', '--pack-destination', packed];
    const { stdout } = await promisify(execFile)('npm', args, { cwd: packed });
    const [{ filename }] = JSON.parse(stdout);
    const content = await readFile(path.join(packed, filename));
    tarballs.set(`/-/${filename}`, content);
    const integrity = `sha512-${createHash('sha512').update(content).digest('base64')}`;
    const { name, version } = manifest;
    const known = documents.get(name)?.versions ?? {};
    const dist = { tarball: `${address}/-/${filename}`, integrity };
    const versions = { ...known, [version]: { ...manifest, dist } };
    documents.set(name, { ...{ name, versions }, 'dist-tags': { latest: version } });
  }
  vi.stubEnv('npm_config_registry', address);
  vi.stubEnv('npm_config_cache', await temporaryFolder());
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await server.stop();
  });
}
