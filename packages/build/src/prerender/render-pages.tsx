import { createApi } from '@patchwork/api';
import {
  type HeadDeclaration,
  namesIn,
  namesOfHead,
  type PrerenderedPages,
} from '@patchwork/federation';
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
  readonly head?: HeadDeclaration | undefined;
}

/** In one line: its stack would name lines of a build that is deleted. */
function pageError({ page, module }: PrerenderedRoute, problem: string): Error {
  const message = `page ${page} (${module}) has "prerender" in remote.json, but ${problem}`;
  return Object.assign(new Error(message), { stack: message });
}

/** The head's picture, the one placeholder that may be in an attribute: texts of the API are no addresses. */
const picture = '{page.image}';

/** Why the server could not fill a placeholder, or must not; undefined when it can. */
function placeholderProblem(html: string, head: HeadDeclaration | undefined): string | undefined {
  const known = head ? [...namesOfHead(head), ...(head.image ? ['page.image'] : [])] : [];
  const unknown = namesIn(html).find((name) => !known.includes(name));
  if (unknown) return `its head has no value {${unknown}}`;
  const tags = html.replaceAll(picture, '').match(/<[^>]*>/g) ?? [];
  const tag = tags.find((text) => namesIn(text).length > 0);
  return tag && `${tag} has a value of its head in an attribute, where only ${picture} may be`;
}

/**
 * The HTML of a remote's pages as they look before any data has arrived, by module. No one is logged in
 * here, so that the pages of a shopper look as they do while theirs is loading. Links name pages
 * (`page:cart`): the paths depend on the shop. Throws an Error that names the page that can't be
 * rendered without a browser, or has a placeholder that can't be filled.
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
  function tryToRender(route: PrerenderedRoute): string {
    try {
      return render(route);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw pageError(route, `can’t be rendered in Node: ${reason}`);
    }
  }
  const pages = routes.map((route) => {
    const html = tryToRender(route);
    const problem = placeholderProblem(html, route.head);
    if (problem) throw pageError(route, problem);
    return [route.module, html];
  });
  return Object.fromEntries(pages);
}
