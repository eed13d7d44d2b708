import { createApi } from '@patchwork/api';
import type { PrerenderedPages } from '@patchwork/federation';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore } from '@patchwork/state';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface PrerenderedRoute {
  readonly page: string;
  readonly path: string;
  readonly module: string;
}

/** In one line: its stack would name lines of a build that is deleted. */
function renderError({ page, module }: PrerenderedRoute, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `page ${page} (${module}) has "prerender" in remote.json, but can’t be rendered in Node: ${reason}`;
  return Object.assign(new Error(message), { stack: message });
}

/**
 * The HTML of a remote's pages as they look before any data has arrived, by module. No one is logged in
 * here, so that the pages of a shopper look as they do while theirs is loading. Links name pages
 * (`page:cart`): the paths depend on the shop. Throws an Error that names the page that can't be
 * rendered without a browser.
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
  const pages = routes.map((route) => {
    try {
      return [route.module, render(route)];
    } catch (error) {
      throw renderError(route, error);
    }
  });
  return Object.fromEntries(pages);
}
