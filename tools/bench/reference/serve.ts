import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import type { ApiServer } from '@patchwork/api-server';
import { workspaceRemotes } from '@patchwork/build/workspace';
import { containerName, matchRoute, parseRegistry, pathOfPage } from '@patchwork/federation';
import sirv from 'sirv';
import { type LocalServer, listen } from '../../../scripts/lib/local-server.ts';
import { root } from '../../../scripts/lib/workspace.ts';
import type { Reference } from './build.ts';

const declarations = workspaceRemotes(root).map(({ declaration }) => declaration);

const embed = (id: string, document: unknown): string =>
  `<script type="application/json" id="patchwork-${id}">${JSON.stringify(document)}</script>`;

/**
 * The documents that the shop's code reads in its page. No entry is loaded here: its hash is one that
 * compresses to nothing.
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

/** The calls of the API that the shop's page begins before its scripts run. */
function preloadCalls(page: string | undefined, pathname: string): string {
  const product = page === 'product' ? [`/api/products/${path.basename(pathname)}`] : [];
  return ['/api/categories', ...product]
    .map((call) => `<link rel="preload" as="fetch" href="${call}" crossorigin="anonymous">`)
    .join('');
}

/**
 * Serves the one bundle as a server that knows the routes would: the page for an address preloads
 * the files of its route. An API is served at the same origin, and the page's calls of it are preloaded too.
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

  const files = sirv(dist, { brotli: true, etag: true, maxAge: 31_536_000, immutable: true });
  return listen((request, response) => {
    const { pathname } = new URL(request.url ?? '/', shopUrl);
    const sendPage = () => {
      response.setHeader('content-type', 'text/html;charset=utf-8');
      response.setHeader('content-encoding', 'br');
      response.end(pageFor(pathname));
    };
    if (api?.handles(pathname)) api.listener(request, response);
    else if (pathname === '/') sendPage();
    else files(request, response, sendPage);
  });
}
