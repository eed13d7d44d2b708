import { type Api, endpoints } from '@patchwork/api';
import { type Address, err, ok, type Session } from '@patchwork/domain';
import { RouterProvider, useLocation } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { loginAtom } from '@patchwork/state';
import { createShopStore } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { createShopperApi } from '@patchwork/state/testing/shopper-api';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';

/** A test may replace a call. */
type FakeApi = { -readonly [K in keyof Api]: Api[K] };

/** Calls that a test does not expect fail. */
const fakeApi = (calls: Partial<Api>): FakeApi => ({
  ...(Object.fromEntries(
    Object.keys(endpoints).map((name) => [
      name,
      async () => err({ kind: 'network', message: `${name} is not part of this test` }),
    ]),
  ) as unknown as Api),
  ...calls,
});

function OtherPage() {
  const { pathname } = useLocation();
  return <p>arrived at {pathname}</p>;
}

interface Visit {
  readonly path: string;
  /** The query that the page is opened with, '?' included. */
  readonly search?: string;
  readonly Component: ComponentType;
  /** The shopper who is logged in. Left out: no one. */
  readonly session?: Session;
  readonly calls?: Partial<Api>;
  /** What the API has of this shopper. */
  readonly addresses?: readonly Address[];
}

/** One page with its own store and router. Any other path shows its own name. */
export async function openPage({
  path,
  search = '',
  Component,
  session,
  calls = {},
  addresses = [],
}: Visit) {
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', Component: OtherPage },
    ],
    { initialEntries: [path + search] },
  );
  const api = fakeApi({
    ...(session && { login: async () => ok(session) }),
    ...createShopperApi({ addresses }),
    getCart: async () => ok({ cart: [] }),
    getWishlist: async () => ok({ wishlist: [] }),
    ...calls,
  });
  const store = createShopStore({
    pathTo: testPathTo,
    connect: () => api,
    navigate: (to, options) => void router.navigate(to, options),
  });
  if (session) {
    await store.set(loginAtom, { email: session.user.email, password: 'needle' });
    await router.navigate(path + search, { replace: true });
  }
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, router, server: api, user: userEvent.setup() };
}
