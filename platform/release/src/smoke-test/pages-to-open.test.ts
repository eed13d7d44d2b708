import type { Page } from 'playwright-core';
import { expect, test, vi } from 'vitest';
import { remoteVersion } from '../testing/gate.ts';
import { createTour, pagesToOpen, tabsOf } from './pages-to-open.ts';

const checkout = remoteVersion({
  id: 'mfe-checkout',
  routes: [
    {
      page: 'cart',
      path: '/cart',
      access: 'login',
      module: './Cart',
      slots: { 'cart-advice': 'one' },
    },
    { page: 'terms', path: '/terms', access: 'open', module: './Terms' },
  ],
}).release;

const advice = remoteVersion({
  id: 'mfe-advice',
  fragments: {
    'cart-advice': { module: './Advice', slots: { 'advice-extra': 'many' } },
    'header-advice': { module: './Header', access: 'login' },
    'header-hint': { module: './Hint' },
  },
}).release;

const extra = remoteVersion({
  id: 'mfe-extra',
  fragments: { 'advice-extra': { module: './Extra' } },
}).release;

const remotes = [checkout, advice, extra];

const opened = (...candidates: (typeof checkout)[]) =>
  pagesToOpen(candidates, remotes).map(({ path, isLoggedIn, owner }) =>
    [path, isLoggedIn ? 'logged in' : '', owner?.id ?? ''].join(' ').trim(),
  );

test('each page of a candidate is opened, those for a logged-in shopper last', () => {
  expect(opened(checkout)).toEqual(['/terms  mfe-checkout', '/cart logged in mfe-checkout']);
});

test('a fragment is looked for on the pages with its slot, or on the home page for a slot of the frame', () => {
  expect(opened(advice)).toEqual(['/', '/cart logged in', '/ logged in']);
});

test('a slot within a fragment is looked for on the pages of that fragment', () => {
  expect(opened(extra)).toEqual(['/cart logged in']);
});

test('a fragment that offers its own slot is looked for on the pages that have the slot', () => {
  const nested = remoteVersion({
    id: 'mfe-thread',
    fragments: { 'cart-advice': { module: './Reply', slots: { 'cart-advice': 'many' } } },
  }).release;
  const pages = pagesToOpen([nested], [checkout, nested]);
  expect(pages.map(({ path }) => path)).toEqual(['/cart']);
});

test('a page that is a candidate’s and has a candidate’s fragment is opened once', () => {
  expect(opened(extra, checkout)).toEqual(['/terms  mfe-checkout', '/cart logged in mfe-checkout']);
});

test.each([
  [0, []],
  [1, [1]],
  [8, [8]],
  [9, [5, 4]],
  [21, [7, 7, 7]],
  [42, [11, 11, 11, 9]],
])('%i pages are opened in tabs with %j, each page once and in order', (count, sizes) => {
  const [page] = pagesToOpen([checkout], remotes);
  const pages = Array.from({ length: count }, (_, index) => ({ ...page, path: `/${index}` }));
  const tabs = tabsOf(pages as never);
  expect(tabs.map((tab) => tab.length)).toEqual(sizes);
  expect(tabs.flat()).toEqual(pages);
});

test('a page whose code never returns is given up after 45 seconds, also the one to log in on', async () => {
  vi.useFakeTimers();
  const page: Partial<Page> = {
    on: vi.fn(),
    exposeFunction: vi.fn(),
    addInitScript: vi.fn(),
    goto: () => new Promise<never>(() => undefined),
    workers: () => [],
  };
  const { visit, logIn } = await createTour(page as Page, 'http://localhost', () => undefined);
  const ended = Promise.all([visit('/cart', {}), logIn('/login', 'Log in')]);
  await vi.advanceTimersByTimeAsync(45_000);
  expect(await ended).toEqual([undefined, false]);
});

/** Page on which each path shows itself, and whose button leads to `after`. */
function fakePage(after: string) {
  const goto = vi.fn(async () => null);
  let fail: (error: Error) => void = () => undefined;
  const page: Partial<Page> = {
    on: ((event: string, listener: (error: Error) => void) => {
      if (event === 'pageerror') fail = listener;
    }) as never,
    exposeFunction: vi.fn(),
    addInitScript: vi.fn(),
    goto,
    workers: () => [],
    evaluate: vi.fn(async () => ({ shown: 'mfe-checkout' })) as never,
    waitForSelector: async () => null as never,
    getByRole: () => ({ click: async () => fail(new Error('no session')) }) as never,
    async waitForURL(isThere) {
      const url = new URL(after, 'http://localhost');
      if (typeof isThere !== 'function' || !isThere(url)) throw new Error('timeout');
    },
  };
  return { page: page as Page, goto };
}

test.each([
  ['/', true],
  ['/login', false],
])(
  'a login that ends on %s is %s, and its errors are not those of the next page, which is loaded afresh',
  async (after, expected) => {
    const { page, goto } = fakePage(after);
    const { visit, logIn } = await createTour(page, 'http://localhost', () => undefined);
    expect(await logIn('/login', 'Log in')).toBe(expected);
    expect((await visit('/cart', {}))?.errors).toEqual([]);
    expect(goto).toHaveBeenLastCalledWith('http://localhost/cart', expect.anything());
  },
);

test('pages whose HTML has a candidate’s fragment are marked, unless they need a login', () => {
  const below = { module: './Below', prerender: true };
  const candidate = remoteVersion({
    id: 'mfe-offers',
    fragments: { 'terms-below': below, 'cart-advice': below },
  }).release;
  const owner = remoteVersion({
    id: 'mfe-checkout',
    routes: [
      { ...(checkout.routes[0] as (typeof checkout.routes)[0]) },
      {
        ...{ page: 'terms', path: '/terms', access: 'open', module: './Terms' },
        slots: { 'terms-below': 'many' },
      },
      { page: 'help', path: '/help', access: 'open', module: './Help' },
    ],
  }).release;
  const pages = pagesToOpen([candidate, owner], [candidate, owner]);
  expect(pages.map(({ path, isFilled }) => [path, isFilled])).toEqual([
    ['/terms', true],
    ['/help', false],
    ['/cart', false],
  ]);
});
