import { createApi } from '@patchwork/api';
import type { PathTo } from '@patchwork/domain';
import { ScreensContext } from '@patchwork/host/boot';
import { type Remotes, RemotesContext } from '@patchwork/host/browser';
import { remotesOver } from '@patchwork/host/testing';
import { createShopStore } from '@patchwork/shop/state/host';
import { testPathTo } from '@patchwork/shop/state/testing';
import { Provider } from 'jotai';
import type { ReactNode } from 'react';
import { screens } from './app/all-screens.ts';

interface Shop {
  readonly configuration?: Parameters<typeof createShopStore>[0]['configuration'];
  readonly remotes?: Remotes;
  readonly pathTo?: PathTo;
}

/** Wraps an element as the shell does, with a store and with remotes (none by default). */
export function inShop(
  element: ReactNode,
  {
    remotes = remotesOver(async () => null, []),
    pathTo = testPathTo,
    configuration = {},
  }: Shop = {},
) {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo,
    ...(configuration && { configuration }),
  });
  return (
    <Provider store={store}>
      <RemotesContext value={remotes}>
        <ScreensContext value={screens}>{element}</ScreensContext>
      </RemotesContext>
    </Provider>
  );
}
