import { createApi } from '@patchwork/api';
import { type Mock, startMock } from '@patchwork/mock-server';
import { productsAtom } from '@patchwork/shop';
import { createShopStore } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Provider, useAtomValue } from 'jotai';
import { afterEach, beforeEach, vi } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { MockTab } from './MockTab.tsx';

/** A new mock for each test. */
export let mock: Mock;

beforeEach(async () => {
  localStorage.clear();
  sessionStorage.clear();
  mock = await startMock({ delay: 0 });
});

afterEach(() => {
  cleanup();
  mock.shutdown();
  vi.restoreAllMocks();
});

/** What a shopper sees while the panel is open. */
function Shop() {
  const { data, isError } = useAtomValue(productsAtom);
  const first = data?.[0];
  return (
    <main>
      {isError && 'Products could not be loaded. '}
      {data && `${data.length} products. ${first ? `First: ${first.title}, ${first.price}` : ''}`}
    </main>
  );
}

export async function openTab() {
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
  });
  const { inspection } = openPage({ parts: { store, mock: async () => mock } });
  render(
    <Provider store={store}>
      <Shop />
      <MockTab inspection={inspection} />
    </Provider>,
  );
  await screen.findByText(/^14 products/);
  return userEvent.setup();
}

export async function openView(name: string) {
  const user = await openTab();
  await user.click(screen.getByRole('tab', { name }));
  return user;
}
