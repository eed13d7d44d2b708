import { createApi } from '@patchwork/api';
import type { PrerenderedPages } from '@patchwork/federation';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface PrerenderedRoute {
  readonly path: string;
  readonly module: string;
}

/**
 * The HTML of a remote's pages as they look before any data has arrived, to a visitor who is logged
 * out, by module. Links name pages (`page:cart`): the paths depend on the shop.
 */
export function renderPages(
  routes: readonly PrerenderedRoute[],
  componentOf: (module: string) => ComponentType,
): PrerenderedPages {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: (page, ..._parameters) => `page:${page}`,
  });
  const render = ({ path, module }: PrerenderedRoute) => {
    const router = createMemoryRouter([{ path, Component: componentOf(module) }], {
      initialEntries: [path],
    });
    return renderToStaticMarkup(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
  };
  return Object.fromEntries(routes.map((route) => [route.module, render(route)]));
}
