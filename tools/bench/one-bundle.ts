import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { getRequestListener } from '@hono/node-server';
import { serveStatic } from '@hono/node-server/serve-static';
import type { ApiServer } from '@patchwork/api-server';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { containerName, matchRoute, parseRegistry, pathOfPage } from '@patchwork/host';
import {
  createRsbuild,
  loadConfig,
  mergeRsbuildConfig,
  type RsbuildConfig,
  rspack,
} from '@rsbuild/core';
import { type Context, Hono } from 'hono';
import { type LocalServer, listen } from '../../scripts/lib/local-server.ts';
import { root, shell } from '../../scripts/lib/workspace.ts';

/** Shop built as one bundle, and the data that its server needs. */
export interface Reference {
  readonly dist: string;
  /** URL paths of the files that an exposed module needs, by the module's name: 'mfe_catalog/Home'. */
  readonly filesOf: Readonly<Record<string, readonly string[]>>;
}

const federationRuntime = '@module-federation/enhanced/runtime';
const chunkName = (request: string) => request.replace('/', '-');

const readModules = (): [request: string, file: string][] =>
  workspaceRemotes(root).flatMap(({ folder, declaration: { id, exposes } }) =>
    Object.entries(exposes).map(([module, file]): [string, string] => [
      module.replace('.', containerName(id)),
      path.join(folder, file),
    ]),
  );

/**
 * Returns the source code of a module that replaces the container runtime. It loads the exposed modules as chunks of
 * the same bundle, with import(), instead of from remote containers.
 */
function staticContainers(modules: readonly [request: string, file: string][]): string {
  const imports = modules.map(
    ([request, file]) =>
      `'${request}': () => import(/* webpackChunkName: '${chunkName(request)}' */ '${file}'),`,
  );
  return `
    const modules = { ${imports.join('\n')} };
    export const createContainerRuntime = () => ({
      register: () => undefined,
      loadRemote: (request) => modules[request](),
    });
  `;
}

/** Source code that replaces the federation runtime: it shares and checks nothing. */
const noRuntime = `
  const nothing = () => undefined;
  export { ${['getInstance', 'registerGlobalPlugins', 'satisfy'].map((name) => `nothing as ${name}`).join(', ')} };
`;

function compress(dist: string): void {
  const files = readdirSync(dist, { recursive: true, encoding: 'utf8' });
  for (const name of files.filter((file) => /\.(?:js|css|svg)$/.test(file))) {
    const file = path.join(dist, name);
    writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)));
  }
}

/**
 * Plugins to leave out: federation, and the one that lets the inline script start the scripts, because the one bundle's
 * page has no inline script.
 */
const leftOut = /module-federation|^patchwork:start-after-paint$/;

/**
 * Returns the shell's configuration without federation, with the remotes linked in, and with its output in `folder`.
 */
async function configure(
  folder: string,
  runtime: string,
  containers: string,
): Promise<RsbuildConfig> {
  const { content } = await loadConfig({ cwd: shell.folder });
  const plugins = (content.plugins ?? []).filter(
    (plugin) => !(plugin && 'name' in plugin && leftOut.test(plugin.name)),
  );
  const { html } = content;
  return mergeRsbuildConfig(
    { ...content, plugins },
    {
      // Preload links. In the federated shop, the inline script adds them from the registry; here the server knows the
      // files.
      html: { ...html, templateParameters: { ...html?.templateParameters, inlineScript: '' } },
      output: { distPath: { root: path.join(folder, 'dist') }, cleanDistPath: true },
      resolve: { alias: { [federationRuntime]: runtime } },
      tools: {
        rspack: {
          plugins: [
            new rspack.NormalModuleReplacementPlugin(
              /\/loading\/container-runtime\.ts$/,
              containers,
            ),
          ],
        },
      },
      performance: { printFileSize: false },
      logLevel: 'warn',
    },
  );
}

/** Builds shell and remotes as one bundle with a chunk per exposed module. */
export async function buildReference(folder: string): Promise<Reference> {
  process.env.NODE_ENV = 'production';
  const modules = readModules();
  const runtime = path.join(folder, 'no-runtime.js');
  writeFileSync(runtime, noRuntime);
  const containers = path.join(folder, 'static-containers.js');
  writeFileSync(containers, staticContainers(modules));
  const rsbuildConfig = await configure(folder, runtime, containers);
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

const declarations = workspaceRemotes(root).map(({ declaration }) => declaration);

const embed = (id: string, document: unknown): string =>
  `<script type="application/json" id="patchwork-${id}">${JSON.stringify(document)}</script>`;

/**
 * Returns the JSON documents that the shop's code reads from its page. No remote entry is loaded, so the hashes are
 * constants that compress to almost nothing.
 */
async function readDocuments(shopUrl: string): Promise<string> {
  const readJson = async (name: string) => (await fetch(`${shopUrl}/${name}.json`)).json();
  const { registry } = parseRegistry(await readJson('registry'));
  const integrity = { 'remoteEntry.js': `sha384-${'A'.repeat(64)}` };
  const remotes = registry.remotes.map(
    ({ id, stable: { team, routes, fragments, version, entry } }) => ({
      id,
      stable: { id, team, routes, fragments, version, entry, integrity },
    }),
  );
  return embed('registry', { format: 2, remotes }) + embed('config', await readJson('config'));
}

const preload = (file: string): string =>
  `<link rel="preload" as="${file.endsWith('.css') ? 'style' : 'script'}" href="${file}">`;

/** Returns preload links for the API calls that the shop's page starts before its scripts run. */
function preloadCalls(page: string | undefined, pathname: string): string {
  const product = page === 'product' ? [`/api/products/${path.basename(pathname)}`] : [];
  return ['/api/categories', ...product]
    .map((call) => `<link rel="preload" as="fetch" href="${call}" crossorigin="anonymous">`)
    .join('');
}

/**
 * Serves the one bundle like a server that knows the routes: each page preloads the files and API calls of its route.
 * The API, if any, is on the same origin.
 */
export async function serveReference(
  { dist, filesOf }: Reference,
  shopUrl: string,
  api: ApiServer | undefined,
): Promise<LocalServer> {
  const template = readFileSync(path.join(dist, 'index.html'), 'utf8').replaceAll(
    /page:([\w-]+)/g,
    (_, page) => pathOfPage(declarations, page),
  );
  const documents = await readDocuments(shopUrl);
  const pages = new Map<string, Buffer>();

  function pageFor(pathname: string): Buffer {
    const known = pages.get(pathname);
    if (known) return known;
    const match = matchRoute(declarations, pathname);
    const request = match?.route.module.replace('.', containerName(match.remote.id)) ?? '';
    const links = (filesOf[request] ?? []).map(preload).join('');
    const calls = api ? preloadCalls(match?.route.page, pathname) : '';
    const html = template.replace('<!-- patchwork:documents -->', () => documents + links + calls);
    const body = brotliCompressSync(html);
    pages.set(pathname, body);
    return body;
  }

  const sendPage = (context: Context) =>
    context.body(new Uint8Array(pageFor(context.req.path)), 200, {
      'content-type': 'text/html;charset=utf-8',
      'content-encoding': 'br',
    });
  const app = new Hono();
  app.get('/', sendPage);
  app.use(
    serveStatic({
      root: dist,
      precompressed: true,
      onFound: (_file, context) =>
        context.header('cache-control', 'public,max-age=31536000,immutable'),
    }),
  );
  app.notFound(sendPage);
  const pieces = getRequestListener(app.fetch);
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', shopUrl);
    if (api?.handles(pathname)) api.listener(request, response);
    else void pieces(request, response);
  });
}
