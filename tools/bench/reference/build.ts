import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { containerName } from '@patchwork/federation';
import { createRsbuild, loadConfig, mergeRsbuildConfig, type RsbuildConfig } from '@rsbuild/core';
import { root, shell } from '../../../scripts/lib/workspace.ts';

/** The one bundle, as a server needs it. */
export interface Reference {
  /** The folder with its files. */
  readonly dist: string;
  /** By exposed module ('mfe_catalog/Home'), the files that it needs at once. */
  readonly filesOf: Readonly<Record<string, readonly string[]>>;
}

const federationRuntime = '@module-federation/enhanced/runtime';
const chunkName = (request: string) => request.replace('/', '-');

/** Every exposed module of the workspace, as the federation runtime names it, and its file. */
const readModules = (): [request: string, file: string][] =>
  workspaceRemotes(root).flatMap(({ folder, declaration: { id, exposes } }) =>
    Object.entries(exposes).map(([module, file]): [string, string] => [
      module.replace('.', containerName(id)),
      path.join(folder, file),
    ]),
  );

/**
 * What takes the place of the federation runtime: the bundler's own import of each exposed module.
 * Nothing is registered, shared or checked.
 */
function staticRuntime(modules: readonly [request: string, file: string][]): string {
  const imports = modules.map(
    ([request, file]) =>
      `'${request}': () => import(/* webpackChunkName: '${chunkName(request)}' */ '${file}'),`,
  );
  const unused = ['getInstance', 'registerGlobalPlugins', 'registerPlugins', 'registerRemotes'];
  return `
    const modules = { ${imports.join('\n')} };
    export const loadRemote = (request) => modules[request]();
    const nothing = () => undefined;
    export { ${[...unused, 'satisfy'].map((name) => `nothing as ${name}`).join(', ')} };
  `;
}

function compress(dist: string): void {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => /\.(?:js|css|svg)$/.test(file))) {
    const file = path.join(dist, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/** Federation, and what leaves running the scripts to the inline script, which the one bundle's page lacks. */
const leftOut = /module-federation|^patchwork:start-after-paint$/;

/** The shell's own configuration without federation, its remotes linked in, written to `folder`. */
async function configure(folder: string, runtime: string): Promise<RsbuildConfig> {
  const { content } = await loadConfig({ cwd: shell.folder });
  const plugins = (content.plugins ?? []).filter(
    (plugin) => !(plugin && 'name' in plugin && leftOut.test(plugin.name)),
  );
  const { html } = content;
  return mergeRsbuildConfig(
    { ...content, plugins },
    {
      // It reads the registry to preload a remote's files: here the server knows them.
      html: { ...html, templateParameters: { ...html?.templateParameters, inlineScript: '' } },
      output: { distPath: { root: path.join(folder, 'dist') }, cleanDistPath: true },
      resolve: { alias: { [federationRuntime]: runtime } },
      performance: { printFileSize: false },
      logLevel: 'warn',
    },
  );
}

/** Builds shell and remotes as one bundle, with a chunk for each exposed module. */
export async function buildReference(folder: string): Promise<Reference> {
  process.env.NODE_ENV = 'production';
  const modules = readModules();
  const runtime = path.join(folder, 'static-runtime.js');
  writeFileSync(runtime, staticRuntime(modules));
  const rsbuildConfig = await configure(folder, runtime);
  const rsbuild = await createRsbuild({ cwd: shell.folder, rsbuildConfig });
  const { stats, close } = await rsbuild.build();
  const groups = stats?.toJson({ all: false, chunkGroups: true }).namedChunkGroups ?? {};
  await close();
  const dist = path.join(folder, 'dist');
  compress(dist);
  const filesOf = modules.map(([request]) => [
    request,
    (groups[chunkName(request)]?.assets ?? []).map(({ name }) => `/${name}`),
  ]);
  return { dist, filesOf: Object.fromEntries(filesOf) };
}
