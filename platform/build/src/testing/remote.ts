import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRsbuild } from '@rsbuild/core';
import { onTestFinished } from 'vitest';
import type { Additions } from '../prerender.ts';
import { remoteConfig } from '../remote-config.ts';

export interface BuiltRemote {
  /** Contents of the files in dist/, by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Errors as they are printed. */
  readonly errors: readonly string[];
  /** Names of the style sheets of each module, in their order on the page. */
  readonly sheets: Readonly<Record<string, readonly string[]>>;
}

const page = (name: string) => ({
  ...{ page: name.toLowerCase(), path: `/${name.toLowerCase()}`, access: 'open' },
  module: `./${name}`,
});

/** Declaration of a remote with these pages, and a fragment for the slot `header`. */
export const declarationOf = (pages: readonly string[], fragment?: string): string =>
  JSON.stringify({
    ...{ id: 'mfe-gifts', team: 'Gifts', developmentPort: 3997 },
    routes: pages.map(page),
    ...(fragment && { fragments: { header: { module: `./${fragment}` } } }),
  });

async function readAll(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const contents = files.map(async (file) => [
    path.relative(folder, file),
    await readFile(file, 'utf8'),
  ]);
  return Object.fromEntries(await Promise.all(contents));
}

interface Manifest {
  readonly exposes: readonly {
    readonly path: string;
    readonly assets: { readonly css: { readonly sync: readonly string[] } };
  }[];
}

function sheetsIn(manifest: string | undefined): Record<string, readonly string[]> {
  const { exposes }: Manifest = JSON.parse(manifest ?? '{"exposes":[]}');
  return Object.fromEntries(exposes.map(({ path: module, assets }) => [module, assets.css.sync]));
}

/** Builds the remote `mfe-gifts` of these files with the preset, as a release does. */
export async function buildRemote(
  sources: Readonly<Record<string, string>>,
  additions?: Additions,
): Promise<BuiltRemote> {
  const home = await mkdtemp(path.join(tmpdir(), 'patchwork-remote-'));
  onTestFinished(() => rm(home, { recursive: true }));
  const root = path.join(home, 'mfe-gifts');
  await mkdir(path.join(root, 'node_modules'), { recursive: true });
  for (const name of ['react', 'react-dom']) {
    const installed = path.join(import.meta.dirname, '../../node_modules', name);
    await symlink(installed, path.join(root, 'node_modules', name));
  }
  const manifest = { name: 'mfe-gifts', dependencies: { react: '^19.0.0' } };
  const all = { 'package.json': JSON.stringify(manifest), ...sources };
  for (const [name, text] of Object.entries(all)) {
    await mkdir(path.join(root, path.dirname(name)), { recursive: true });
    await writeFile(path.join(root, name), text);
  }
  const config = await remoteConfig(root, additions)({ env: 'production', command: 'build' });
  const rsbuild = await createRsbuild({
    cwd: root,
    config: { ...config, mode: 'production', logLevel: 'silent' },
  });
  const errors: string[] = [];
  rsbuild.onAfterBuild(({ stats }) => {
    for (const { message, stack } of stats?.toJson({ errors: true }).errors ?? [])
      errors.push([message, stack].filter(Boolean).join('\n'));
  });
  await rsbuild.build().catch((error: Error) => {
    if (errors.length === 0) errors.push(error.message);
  });
  const files = await readAll(path.join(root, 'dist'));
  return { files, errors, sheets: sheetsIn(files['mf-manifest.json']) };
}
