import { expect, test } from 'vitest';
import { remoteVersion } from '../testing/gate.ts';
import { judge } from './judge.ts';
import { pagesToOpen } from './pages-to-open.ts';
import type { TrialShop } from './trial-shop.ts';

const checkout = remoteVersion({
  id: 'mfe-checkout',
  routes: [
    { page: 'cart', path: '/cart', access: 'login', module: './Cart' },
    { page: 'terms', path: '/terms', access: 'open', module: './Terms' },
  ],
}).release;

const pages = pagesToOpen([checkout], [checkout]);

/** Tour that has opened the pages without a login. */
const toured = {
  seen: pages
    .filter(({ isLoggedIn }) => !isLoggedIn)
    .map((page) => ({
      ...{ page, path: page.path, pathname: page.path, shown: checkout.id, failure: undefined },
      ...{ places: [], fragments: [], filled: [], errors: [], directWorkers: [] },
    })),
};

test.each([
  [{ page: 'login', button: 'Login as Guest' }, /“login” with “Login as Guest”/],
  [undefined, /the kit names no “login”/],
])('pages that need the login %j are warned of, if it failed', (login, reason) => {
  const shop: Partial<TrialShop> = { url: 'http://localhost', candidates: [checkout], login };
  expect(judge(shop as TrialShop, pages, [toured])).toEqual([
    expect.objectContaining({
      severity: 'warning',
      message: expect.stringMatching(new RegExp(`/cart were not opened: .*${reason.source}`)),
    }),
  ]);
});
