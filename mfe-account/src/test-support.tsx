import { changeSessionAtom, useLocation } from '@patchwork/shop';
import {
  createMemoryRouter,
  createShopStore,
  createTestMock,
  type FirstData,
  RouterProvider,
  type TestMock,
  testPathTo,
} from '@patchwork/testing';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';

function OtherPage() {
  const { pathname } = useLocation();
  return <p>arrived at {pathname}</p>;
}

interface Visit extends FirstData {
  readonly path: string;
  /** The query that the page is opened with, '?' included. */
  readonly search?: string;
  readonly Component: ComponentType;
  /** Logs Asha in first. */
  readonly isLoggedIn?: boolean;
  /** Calls that fail from the start. */
  readonly failing?: Parameters<TestMock['fail']>[0];
}

/** Opens a page with its own store, router and mock. Any other path shows its own name. */
export async function openPage({ path, search = '', Component, ...visit }: Visit) {
  const { isLoggedIn = false, failing = {}, ...data } = visit;
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', Component: OtherPage },
    ],
    { initialEntries: [path + search] },
  );
  const mock = createTestMock({ addresses: [], ...data });
  mock.fail(failing);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: mock.connect,
    navigate: (to, options) => void router.navigate(to, options),
  });
  if (isLoggedIn) store.set(changeSessionAtom, await mock.logIn());
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, router, mock, user: userEvent.setup() };
}
