import type { IncomingMessage, ServerResponse } from 'node:http';
import { expect, type Page } from '@playwright/test';
import type { Change } from '../release-folder.ts';
import { endless, withStatement } from './fallback-steps.ts';

export interface ResponseChanges {
  readonly type?: string;
  readonly body?: (body: Buffer) => Buffer;
}

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Responds as the shop's server does, with these changes. */
  readonly forward: (changes?: ResponseChanges) => Promise<void>;
}

/** Responds to a request as a faulty server does. */
export type Respond = (exchange: Exchange) => void | Promise<void>;

export interface Fault {
  readonly name: string;
  /**
   * Fault of the network or the server: the affected files of the remote, and the response to requests for them.
   * 'script' and 'style' are the script and the style sheet of the module under test.
   */
  readonly transport?: { readonly files: 'all' | 'script' | 'style'; readonly respond: Respond };
  /** Fault of the version itself: a change to one of its files. The registry has the hash of the changed file. */
  readonly change?: (module: string) => Change;
  /**
   * Present if the page's HTML is older than the deletion of this version's files. The shop must then find out by
   * itself which version is live now.
   */
  readonly isStale?: true;
  /** Present if the version crashes. Its page then says so, instead of saying that it can't be reached. */
  readonly crashes?: true;
  /** Present if the page stops responding. The test then checks the next visit. */
  readonly hangs?: true;
  /** Pattern of the browser's own error about a script that it can't parse: no page can catch that error. */
  readonly uncaught?: RegExp;
}

const status =
  (code: number): Respond =>
  ({ response }) => {
    response.writeHead(code, { 'content-type': 'text/plain', 'cache-control': 'no-cache' });
    response.end('Failed on purpose.\n');
  };

const reset: Respond = ({ request }) => void request.socket.resetAndDestroy();

/** Delay that is longer than any time for which the shop waits for a file. */
const LATE_MS = 20_000;

const late: Respond = async ({ forward }) => {
  await new Promise((resolve) => setTimeout(resolve, LATE_MS));
  await forward();
};

/** Ends the connection in the middle of the file. */
const truncated: Respond = ({ response, forward }) => {
  const { end } = response;
  response.end = ((body: Buffer) => {
    response.setHeader('content-length', body.length);
    response.write(body.subarray(0, body.length / 2), () => response.destroy());
    return response;
  }) as typeof end;
  return forward();
};

const chunk = (module: string) => `__federation_expose_${module}.`;
const exported = /Component:\(\)=>([\w$]+)/;
const thrown = 'throw new Error("torn seam")';

/** Expression for React in a script of the remote, whatever name the bundler has given to it. */
const react =
  'Object.values(globalThis.__FEDERATION__.__INSTANCES__[0].shareScopeMap.default.react)[0].lib()';

const html = '<!doctype html><title>Patchwork</title><p>There is no page at this address.</p>';

export const faults: readonly Fault[] = [
  { name: '404', transport: { files: 'all', respond: status(404) } },
  { name: '500', transport: { files: 'all', respond: status(500) } },
  { name: 'reset', transport: { files: 'all', respond: reset } },
  { name: 'never answers', transport: { files: 'all', respond: () => undefined } },
  { name: 'answers after 20 s', transport: { files: 'all', respond: late } },
  {
    name: 'HTML instead of a script',
    transport: { files: 'script', respond: ({ forward }) => forward({ type: 'text/html' }) },
    change: (module) => [chunk(module), () => html],
  },
  { name: 'truncated script', transport: { files: 'script', respond: truncated } },
  {
    name: 'syntax error',
    change: (module) => [chunk(module), (text) => `)${text}`],
    uncaught: /Unexpected token '\)'/,
  },
  {
    name: 'throws on evaluation',
    change: (module) => [chunk(module), withStatement(thrown)],
  },
  { name: 'never returns', change: (module) => [chunk(module), endless], hangs: true },
  {
    name: 'throws on render',
    change: (module) => [
      chunk(module),
      (text) => text.replace(exported, `Component:()=>()=>{${thrown}}`),
    ],
    crashes: true,
  },
  {
    name: 'throws in an effect',
    change: (module) => [
      chunk(module),
      (text) =>
        text.replace(
          exported,
          `Component:()=>globalThis.torn_${module}??=(props)=>{const{useEffect,createElement}=${react};useEffect(()=>{${thrown}});return createElement($1,props)}`,
        ),
    ],
    crashes: true,
  },
  { name: 'missing chunk', transport: { files: 'script', respond: status(404) } },
  { name: 'missing style', transport: { files: 'style', respond: status(404) } },
  {
    name: 'wrong integrity',
    transport: {
      files: 'script',
      respond: ({ forward }) =>
        forward({ body: (body) => Buffer.from(`globalThis.tampered=true;${body}`) }),
    },
  },
  { name: 'stale registry', isStale: true },
  {
    name: 'incompatible shared version',
    change: () => [
      'remoteEntry.js',
      (text) =>
        text.replace(
          /(shareKey:"react",import:null,requiredVersion:)"[^"]+",strictVersion:!1/,
          '$1"^99.0.0",strictVersion:!0',
        ),
    ],
  },
  {
    name: 'expose missing',
    change: (module) => [
      'remoteEntry.js',
      (text) => text.replace(`"./${module}":()=>`, `"./${module}Gone":()=>`),
    ],
  },
];

/** A part of the shop that a remote brings, and how a visitor gets there. */
export interface Place {
  /** Name of the exposed module, which occurs in the names of its files: '__federation_expose_<module>'. */
  readonly module: string;
  /** Path of the page that is the place or, if there is a `link`, of the page with that link. */
  readonly path: string;
  /** Link or button that leads to the place; undefined if the place is a page to be opened directly. */
  readonly link?: { readonly role: 'link' | 'button'; readonly name: RegExp };
  readonly expectAlive: (page: Page) => Promise<void>;
}

export interface TestedRemote {
  readonly id: string;
  /** Pattern of the page's message that the remote can't be reached. */
  readonly failure: RegExp;
  readonly cold: Place;
  readonly linked: Place;
  /** Reason why no file of the remote is prefetched; undefined if files are prefetched. */
  readonly noPrefetch?: string;
  /** Reason why a cold load needs no style sheet of the remote; undefined if it needs one. */
  readonly noSheet?: string;
  /** A link in the header to a page of another remote, and that page's heading. */
  readonly other: { readonly link: RegExp; readonly heading: string };
}

/** Returns a remote's region in `main`. The page's HTML has one too, which the shop replaces or unmarks. */
const livingRegion = (page: Page, remote: string) =>
  page.locator(`main [data-boundary="${remote}"]:not([data-prerendered])`);

const showsHeading = (remote: string, name: string) => (page: Page) =>
  expect(
    livingRegion(page, remote).getByRole('heading', { level: 1, name, exact: true }),
  ).toBeVisible();

async function showsProducts(page: Page): Promise<void> {
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect(livingRegion(page, 'mfe-catalog')).toBeVisible();
}

const shop = { link: /^Shop Now$/, heading: 'The collection' };
const list = { module: 'ProductList', expectAlive: showsProducts };
const profile = { module: 'Profile', expectAlive: showsHeading('mfe-account', 'My Profile') };
const cart = { module: 'Cart', expectAlive: showsHeading('mfe-checkout', 'My Cart') };
const link = (name: RegExp) => ({ role: 'link', name }) as const;

export const remotes: readonly TestedRemote[] = [
  {
    id: 'mfe-catalog',
    failure: /^Catalogue can’t be reached just now$/,
    cold: { ...list, path: '/productlist' },
    noSheet: 'the page’s style sheets are in its HTML',
    linked: { ...list, path: '/profile', link: link(/^Shop Now$/) },
    other: { link: /^Cart/, heading: 'My Cart' },
  },
  {
    id: 'mfe-account',
    failure: /^Account can’t be reached just now$/,
    cold: { ...profile, path: '/profile' },
    linked: { ...profile, path: '/productlist', link: link(/^Profile$/) },
    other: shop,
  },
  {
    id: 'mfe-checkout',
    failure: /^Checkout can’t be reached just now$/,
    cold: { ...cart, path: '/cart' },
    linked: { ...cart, path: '/productlist', link: link(/^Cart, 1 item$/) },
    other: shop,
  },
  {
    id: 'mfe-devtools',
    failure: /^Devtools can’t be (?:reached|opened) just now$/,
    cold: {
      module: 'RequestTester',
      path: '/mockman',
      expectAlive: showsHeading('mfe-devtools', 'Request tester'),
    },
    // No page has a link to the request tester: within the shop, the panel leads to this remote.
    linked: {
      module: 'Panel',
      path: '/productlist',
      link: { role: 'button', name: /^Open devtools$/ },
      expectAlive: (page) => expect(page.getByRole('dialog', { name: 'Devtools' })).toBeVisible(),
    },
    noPrefetch: 'nothing of the devtools is fetched before a developer opens them',
    other: { link: /^Profile$/, heading: 'My Profile' },
  },
];

export const ways = ['cold load', 'navigation', 'prefetch'] as const;

/** Fault of one remote, and the way in which a visitor comes to that remote. */
export interface Cell {
  readonly remote: TestedRemote;
  readonly fault: Fault;
  readonly way: (typeof ways)[number];
  /** Whether a good version was live before the one that fails. */
  readonly hasPrevious: boolean;
}

export const placeOf = ({ remote, way }: Cell): Place =>
  way === 'cold load' ? remote.cold : remote.linked;
