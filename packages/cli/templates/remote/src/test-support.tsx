import { type CallObserver, createApi } from '@patchwork/api';
import { startMock } from '@patchwork/mock-server';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { pendingChangesAtom } from '@patchwork/state';
import { createShopStore } from '@patchwork/state/host';
import { logIn, testPathTo } from '@patchwork/state/testing';
import { render, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { expect, onTestFinished } from 'vitest';

interface Visit {
  /** Logs the sample user in first. */
  readonly isLoggedIn?: boolean;
}

/**
 * One page with a store and a router of its own. The shop’s mock answers its calls, as in the shop: a
 * test fails when the mock refuses one, also where the page shows the change before the answer.
 */
export async function openPage(Component: ComponentType, { isLoggedIn = false }: Visit = {}) {
  const mock = await startMock({ delay: 0 });
  const refused: string[] = [];
  const observe: CallObserver = ({ name }) => {
    return (outcome) => {
      if (outcome.kind === 'failed') refused.push(`${name}: ${outcome.message}`);
      else if (outcome.status >= 400) refused.push(`${name}: ${JSON.stringify(outcome.data)}`);
    };
  };
  const router = createMemoryRouter([{ path: '*', Component }]);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) => createApi({ ...auth, baseUrl: '', observe }),
    navigate: (to, options) => void router.navigate(to, options),
  });
  onTestFinished(async () => {
    await waitFor(() => expect(store.get(pendingChangesAtom)).toBe(0));
    mock.shutdown();
    expect(refused, 'calls that the shop’s mock refused').toEqual([]);
  });
  if (isLoggedIn) await logIn(store);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store };
}
