import { createApi } from '@patchwork/api';
import { type HeadDeclaration, namesIn, type PrerenderedPages } from '@patchwork/federation';
import { createMemoryRouter, createShopStore, RouterProvider } from '@patchwork/shop/host';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

interface PrerenderedRoute {
  readonly page: string;
  readonly path: string;
  readonly module: string;
  readonly head?: HeadDeclaration | undefined;
}

/** Parameters of a path, whose values may be placeholders: 'productId={product._id}'. */
const query = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}=${value}`)
    .join('&');

/** Makes an error whose stack is its message: the lines of the stack are those of a build that is deleted. */
function pageError({ page, module }: PrerenderedRoute, problem: string): Error {
  const message = `page ${page} (${module}) has "prerender" in remote.json, but ${problem}`;
  return Object.assign(new Error(message), { stack: message });
}

/** The attributes with a placeholder: a picture's address, and a link to a page whose path has parameters. */
const addresses = / (?:src|href)="(?:\{[\w.]+\}|page:[\w-]+\?\w+=\{[\w.]+\})"/g;

/** Returns the reason why the server could not fill a placeholder, or must not, if any. */
function placeholderProblem(html: string, head: HeadDeclaration | undefined): string | undefined {
  const [name] = namesIn(html);
  if (name && !head?.data) return `its head has no data, the call that has {${name}}`;
  const tags = html.replaceAll(addresses, '').match(/<[^>]*>/g) ?? [];
  const tag = tags.find((text) => namesIn(text).length > 0);
  return (
    tag && `${tag} has a placeholder in an attribute that is no address of a picture or a page`
  );
}

/**
 * Renders a remote's pages as they look before any data has arrived; by module. No one is logged in, so a
 * page for shoppers looks as it does while theirs is loading. Links name pages (`page:cart`): the paths
 * depend on the shop. Throws an Error that names a page that can't be rendered without a browser, or has a
 * placeholder that can't be filled.
 */
export function renderPages(
  routes: readonly PrerenderedRoute[],
  componentsOf: (module: string) => readonly ComponentType[],
): PrerenderedPages {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: (page, ...parameters) =>
      [`page:${page}`, ...parameters.map((values) => query(values))].join('?'),
  });
  const render = (path: string, Component: ComponentType) => {
    const router = createMemoryRouter([{ path, Component }], { initialEntries: [path] });
    return renderToStaticMarkup(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
  };
  function tryToRender(route: PrerenderedRoute): string[] {
    try {
      return componentsOf(route.module).map((Component) => render(route.path, Component));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw pageError(route, `can’t be rendered in Node: ${reason}`);
    }
  }
  const pages = routes.map((route) => {
    const forms = tryToRender(route);
    const problem = placeholderProblem(forms.join(''), route.head);
    if (problem) throw pageError(route, problem);
    return [route.module, forms];
  });
  return Object.fromEntries(pages);
}
