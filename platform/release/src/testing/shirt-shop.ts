import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { moduleInLanguage, rendererFile } from '@patchwork/host';
import { entryIntegrity } from '@patchwork/host/testing';
import { onTestFinished } from 'vitest';
import { integrityOf } from '../release-folder/integrity.ts';
import type { Documents } from '../serve/documents.ts';
import type { Body } from '../serve/send.ts';
import { type ServeOptions, serve } from '../serve/serve.ts';
import { temporaryFolder, writeFiles } from './release.ts';

/** Returns the body of the page at a path; undefined if the release has no template. */
export async function bodyOf(documents: Documents, pathname: string): Promise<Body | undefined> {
  return (await documents().page?.({ pathname, query: '' }))?.body;
}

const template =
  '<!doctype html><html lang="en"><head><title>Loom &amp; Co</title><meta name="description" content="A shop." /><!-- patchwork:documents --></head><body><main><p>Spinner</p></main></body></html>';

const routes = [
  { page: 'home', path: '/', access: 'open', module: './Home' },
  {
    ...{ page: 'shirts', path: '/shirts', access: 'open', module: './Shirts' },
    head: {
      ...{ title: 'Our shirts', description: 'Shirts of linen.', image: '/images/shirts.png' },
      languages: { hi: { title: 'हमारी कमीज़ें' } },
      data: '/api/shirts?limit=1',
    },
    query: ['size', 'color'],
  },
  {
    ...{ page: 'shirt', path: '/shirts/:shirtId', access: 'open', module: './Shirt' },
    head: {
      ...{ title: '{shirt.name}', description: '{shirt.text}', image: '{shirt.picture}' },
      ...{ type: 'product', data: '/api/shirts/:shirtId' },
      jsonLd: { '@type': 'Product', name: '{shirt.name}', url: '{page.url}' },
      sitemap: {
        ...{ data: '/api/shirts?limit=2', list: 'shirts', cursor: 'after' },
        parameters: { shirtId: 'id' },
      },
    },
  },
  {
    ...{ page: 'help', path: '/help', access: 'visitor', module: './Help' },
    head: { title: 'Help', index: false },
  },
  {
    ...{ page: 'cart', path: '/cart', access: 'login', module: './Cart' },
    head: { title: 'Cart' },
  },
  {
    ...{ page: 'lab', path: '/lab/*', access: 'open', module: './Lab' },
    head: { title: 'Laboratory', index: false },
  },
];

const entry = '/remotes/mfe-shirts/1.0.0/remoteEntry.js';
const stable = {
  ...{ id: 'mfe-shirts', team: 'Shirts', version: '1.0.0', entry, routes },
  files: { './Shirts': [], './Shirt': [], './Cart': [] },
  integrity: entryIntegrity,
};

/** Sends a request line that fetch would normalize. Returns the raw response. */
export function raw(port: number, line: string, headers = '', host = 'shop'): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${line} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n${headers}\r\n`);
  return text(socket);
}

/** Starts an API that answers each call with the JSON of `answer`, until the test ends. Returns its origin. */
export async function listenAsApi(
  answer: (request: IncomingMessage) => unknown,
  headers: Record<string, string> = {},
): Promise<string> {
  const server = createServer((request, response) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(JSON.stringify(answer(request)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

interface Prerendered {
  /** HTML of a page, by module. */
  readonly [module: `./${string}`]: string;
  /** Code that renders the pages on a server. */
  readonly renderer?: string;
}

/** HTML of the pages in Hindi, by module, and code that renders them. The remote then declares Hindi. */
type Hindi = Prerendered;

/** Returns a published version that also has a build in Hindi. */
const withHindi = (version: typeof stable, { renderer = '' }: Hindi) => ({
  ...version,
  languages: ['hi'],
  files: {
    ...version.files,
    ...Object.fromEntries(
      Object.keys(version.files).map((module) => [moduleInLanguage(module, 'hi'), []]),
    ),
  },
  integrity: {
    ...version.integrity,
    'hi/remoteEntry.js': Object.values(entryIntegrity)[0] ?? '',
    ...(renderer && { [`hi/${rendererFile}`]: integrityOf(Buffer.from(renderer)) }),
  },
});

/** Serves a shop whose remote declares heads, until the test ends. `options.api` answers its API calls. */
export async function openShirtShop(
  options: Partial<ServeOptions> = {},
  { renderer = '', ...prerendered }: Prerendered = {},
  hindi?: Hindi,
) {
  const release = await temporaryFolder();
  const integrity = { ...stable.integrity, [rendererFile]: integrityOf(Buffer.from(renderer)) };
  const english = renderer === '' ? stable : { ...stable, integrity };
  const remote = hindi ? withHindi(english, hindi) : english;
  const { renderer: hindiRenderer = '', ...inHindi } = hindi ?? {};
  await writeFiles(release, {
    'index.html': template,
    'registry.json': JSON.stringify({ format: 2, remotes: [{ id: 'mfe-shirts', stable: remote }] }),
    'remotes/mfe-shirts/1.0.0/prerendered.json': JSON.stringify(prerendered),
    'remotes/mfe-shirts/1.0.0/.renderer.cjs': renderer,
    ...(hindi && {
      'remotes/mfe-shirts/1.0.0/hi/prerendered.json': JSON.stringify(inHindi),
      'remotes/mfe-shirts/1.0.0/hi/.renderer.cjs': hindiRenderer,
    }),
    'remotes/mfe-shirts/1.0.0/remote.json': JSON.stringify({
      ...{ id: 'mfe-shirts', team: 'Shirts', developmentPort: 3005, routes },
    }),
  });
  const reports: string[] = [];
  const server = await serve({
    ...{ release, port: 0, origin: 'https://shop.example' },
    defaultConfig: { apiBaseUrl: '/' },
    report: (message) => reports.push(message),
    ...options,
  });
  onTestFinished(() => server.stop());
  const get = (path: string) => fetch(server.url + path, { headers: { accept: 'text/html' } });
  const getAgain = (path: string, tag: string) =>
    fetch(server.url + path, { headers: { accept: 'text/html', 'if-none-match': tag } });
  /** Requests a path with another Host header, which fetch would refuse to send. */
  const getFrom = (host: string, path: string) => raw(server.port, `GET ${path}`, '', host);
  return { url: server.url, release, get, getAgain, getFrom, reports };
}

/** Reads a page's head without running scripts, as a crawler does. */
export function readHead(html: string) {
  const contentOf = (name: string) =>
    new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)"`).exec(html)?.[1];
  const [, jsonLd] = /<script type="application\/ld\+json">(.*?)<\/script>/.exec(html) ?? [];
  return {
    title: /<title>(.*?)<\/title>/.exec(html)?.[1],
    description: contentOf('description'),
    canonical: /<link rel="canonical" href="([^"]*)"/.exec(html)?.[1],
    robots: contentOf('robots'),
    og: {
      siteName: contentOf('og:site_name'),
      title: contentOf('og:title'),
      description: contentOf('og:description'),
      type: contentOf('og:type'),
      url: contentOf('og:url'),
      image: contentOf('og:image'),
    },
    jsonLd: jsonLd === undefined ? undefined : JSON.parse(jsonLd),
  };
}

export const headOf = async (response: Promise<Response>) =>
  readHead(await (await response).text());
