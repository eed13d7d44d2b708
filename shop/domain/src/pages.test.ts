import { expect, test } from 'vitest';
import { redirectFor } from './pages.ts';

test.each([
  ['open', undefined, undefined],
  ['login', 'login', undefined],
  ['visitor', undefined, 'product-list'],
] as const)(
  'a page with access %s redirects visitors to %s, logged-in shoppers to %s',
  (access, out, loggedIn) => {
    expect([redirectFor(access, false), redirectFor(access, true)]).toEqual([out, loggedIn]);
  },
);
