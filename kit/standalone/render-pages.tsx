import { createApi } from '@patchwork/api';
import {
  ownsRest,
  type PageRenderer,
  type PageSurroundings,
  type PrerenderedPages,
  pathOfPage,
} from '@patchwork/host';
import {
  configurationOf,
  createMemoryRouter,
  createShopStore,
  loadMissing,
  plantSeed,
  type Remotes,
  RemotesContext,
  RouterProvider,
  type Seed,
  type ShopStoreOptions,
  type Store,
  seedOf,
  writtenLocationAtom,
} from '@patchwork/shop/host';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { renderToStaticMarkup, renderToString } from 'react-dom/server';
import { builtInLoader, type ComponentOf } from './standalone-remotes.tsx';

interface PrerenderedRoute {
  readonly page: string;
  readonly path: string;
  readonly module: string;
}

interface ShownPage {
  readonly store: Store;
  readonly remotes?: Remotes;
  /** Declared path, with parameters. */
  readonly path: string;
  /** Requested path and query. */
  readonly address: string;
  readonly Component: ComponentType;
}

function pageElement({ store, remotes, path, address, Component }: ShownPage) {
  const router = createMemoryRouter([{ path, Component }], { initialEntries: [address] });
  return (
    <Provider store={store}>
      <RemotesContext value={remotes}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>
  );
}

/** Result of React's lazy(). These fields are React's own; it has no function that only loads the component. */
interface LazyComponent {
  readonly _payload: object;
  /** Returns the component, or throws the promise of it while it is being loaded. */
  readonly _init: (payload: object) => unknown;
}

const isLazy = (Component: object): Component is LazyComponent =>
  Reflect.get(Component, '$$typeof') === Symbol.for('react.lazy');

/** Loads a page's component if it is lazy: React's synchronous renderers throw at one that is not loaded. */
async function loadLazy(Component: object): Promise<void> {
  if (!isLazy(Component)) return;
  try {
    Component._init(Component._payload);
  } catch (thrown) {
    await thrown;
  }
}

/** Creates an error with its message as the stack: the real stack points into a build that is deleted afterwards. */
function pageError({ page, module }: PrerenderedRoute, error: unknown): Error {
  const reason = error instanceof Error ? error.message : String(error);
  const message = `page ${page} (${module}) has "prerender" in remote.json, but can’t be rendered in Node: ${reason}`;
  return Object.assign(new Error(message), { stack: message });
}

/**
 * Renders a remote's pages without any data, and returns their HTML by module: '' for a page with many addresses. Nobody is logged in, so pages for
 * shoppers look as they do while loading. Links name pages (`page:cart`), because the paths depend on the shop. If a
 * page can't be rendered without a browser, rejects with an Error that names the page.
 */
export async function renderPages(
  routes: readonly PrerenderedRoute[],
  componentOf: ComponentOf,
): Promise<PrerenderedPages> {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: (page, ...[parameters = {}]) =>
      [`page:${page}`, ...Object.entries(parameters).map((entry) => entry.join('='))].join('?'),
  });
  const pages = routes.map(async (route) => {
    const { module, path } = route;
    try {
      const Component = componentOf(module);
      await loadLazy(Component);
      const address = path.replace(/\/\*$/, '');
      const html = renderToStaticMarkup(pageElement({ store, path, address, Component }));
      // A page that owns everything below its path looks different at each address.
      const hasMany = routes.some((each) => each.module === module && ownsRest(each.path));
      return [module, hasMany ? '' : html];
    } catch (error) {
      throw pageError(route, error);
    }
  });
  return Object.fromEntries(await Promise.all(pages));
}

/**
 * Returns the shop's remotes, for the slots in a page. The slots look as they do before any fragment has been loaded.
 */
const remotesOf = ({ remotes }: PageSurroundings, componentOf: ComponentOf): Remotes => ({
  active: { remotes: [...remotes] },
  loader: builtInLoader(componentOf),
  frameSlots: {},
  login: { isLoggedIn: () => false, subscribe: () => () => undefined },
});

/**
 * Maximum number of render passes. Each pass may request data that depends on the previous responses: the catalogue, the
 * correction of a search, the bestsellers of an empty list.
 */
const MAX_PASSES = 4;

/**
 * Maximum length of the seed, in characters. With more data, such as a large shop's whole catalogue, the page would
 * arrive later than a page without data.
 */
const MAX_SEED_LENGTH = 60_000;

/**
 * Matches the preload links for pictures that React puts before the HTML. Hydration would mistake them for the page's
 * first elements.
 */
const preloads = /^(?:<link rel="preload"[^>]*>)+/;

/** Loads requested data that is missing. Resolves to true if none was missing, to undefined if the API failed. */
const isComplete = (store: Store): Promise<boolean | undefined> =>
  loadMissing(store).then(
    (hasLoaded) => !hasLoaded,
    () => undefined,
  );

/**
 * Creates the renderer of a remote's pages. It renders a page to find out which data is requested, and again when the
 * data has arrived. It resolves to undefined if the API fails or there is too much data, and rejects if a page still
 * requests data after `MAX_PASSES` passes.
 */
export const createPageRenderer =
  (componentOf: ComponentOf): PageRenderer =>
  async ({ module, path, address }, surroundings, fetch) => {
    const Component = componentOf(module);
    await loadLazy(Component);
    const remotes = remotesOf(surroundings, componentOf);
    const [pathname = '', search = ''] = address.split(/(?=\?)/);
    const options: ShopStoreOptions = {
      connect: (auth) => createApi({ baseUrl: '', fetch, ...auth }),
      navigate: () => undefined,
      pathTo: (page, ...[parameters]) => pathOfPage(surroundings.remotes, page, parameters),
      configuration: configurationOf(surroundings.configuration),
    };
    let seed: Seed | undefined;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const store = createShopStore(options);
      store.set(writtenLocationAtom, { pathname, search });
      if (seed) plantSeed(store, seed);
      const html = renderToString(pageElement({ store, remotes, path, address, Component }));
      const isDone = await isComplete(store);
      if (isDone === undefined) return undefined;
      seed = seedOf(store);
      if (!isDone) continue;
      const text = JSON.stringify(seed);
      if (text.length > MAX_SEED_LENGTH) return undefined;
      return { html: html.replace(preloads, ''), seed: text };
    }
    throw new Error(`it still asks for data after ${MAX_PASSES} passes`);
  };
