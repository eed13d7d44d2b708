import { createApi } from '@patchwork/api';
import {
  type FragmentHole,
  type FragmentPlace,
  ownsRest,
  type PageRenderer,
  type PageRequest,
  type PageSurroundings,
  type PrerenderedPages,
  pathOfPage,
  SOURCE_LANGUAGE,
  valueFor,
} from '@patchwork/host';
import {
  configurationOf,
  createMemoryRouter,
  createShopStore,
  FragmentInHtml,
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
import { type ComponentType, Fragment } from 'react';
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
  language = SOURCE_LANGUAGE,
): Promise<PrerenderedPages> {
  const store = createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    language,
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

const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype);

/** Whether a value in an object or array is the same after it was written as JSON and read again. */
const isExact = (value: unknown, parent: object): boolean =>
  value === undefined
    ? !Array.isArray(parent)
    : value === null ||
      isPlainObject(value) ||
      typeof value === 'string' ||
      typeof value === 'boolean' ||
      (Number.isFinite(value) && !Object.is(value, -0));

/** Returns a value as JSON; undefined if JSON can't express all of it, such as a function or a date. */
function exactJson(value: object): string | undefined {
  let isLost = false;
  try {
    const text = JSON.stringify(value, function (this: object, name, written) {
      const given: unknown = Reflect.get(this, name);
      isLost ||= written !== given || !isExact(given, this);
      return written;
    });
    return isLost ? undefined : text;
  } catch {
    return undefined;
  }
}

/**
 * Returns the shop's remotes, for the slots in a page. The slots look as they do before any fragment has been loaded.
 * With `holes`, adds to it the places of fragments that a server may render, and puts a template element before and
 * after each.
 */
const remotesOf = (
  { remotes, language }: PageSurroundings,
  componentOf: ComponentOf,
  holes?: FragmentPlace[],
): Remotes => ({
  active: { remotes: [...remotes] },
  loader: builtInLoader(componentOf),
  frameSlots: {},
  language,
  login: { isLoggedIn: () => false, subscribe: () => () => undefined },
  markFragment:
    holes &&
    (({ remote, slot, props = {}, element }) => {
      const text = exactJson(props);
      if (text === undefined) return element;
      const mark = <template data-hole={holes.push({ remote, slot, props: text }) - 1} />;
      return (
        <Fragment key={remote}>
          {mark}
          {element}
          {mark}
        </Fragment>
      );
    }),
});

/** Takes the template elements around holes out of a page's HTML. Returns the HTML, and where the holes are in it. */
function takeHoles(marked: string, holes: readonly FragmentPlace[]) {
  let html = '';
  const starts = new Map<string, number>();
  const found: FragmentHole[] = [];
  for (const [index, part] of marked.split(/<template data-hole="(\d+)"><\/template>/).entries()) {
    const start = starts.get(part);
    const hole = holes[Number(part)];
    if (index % 2 === 0) html += part;
    else if (start === undefined) starts.set(part, html.length);
    else if (hole) found.push({ ...hole, start, end: html.length });
  }
  return { html, holes: found };
}

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

/** Returns what to render at a page's address: the module's component, or a fragment with its props. */
function requestedComponent(
  { fragment }: PageRequest,
  { remotes }: PageSurroundings,
  Component: ComponentType,
): ComponentType {
  if (!fragment) return Component;
  const { slot } = fragment;
  const remote = remotes.find(({ id }) => id === fragment.remote);
  if (!remote) throw new Error(`the shop has no ${fragment.remote}`);
  const props: object = JSON.parse(fragment.props);
  return () => <FragmentInHtml loaded={{ remote, Component }} slot={slot} props={props} />;
}

/** React's mark of a Suspense boundary whose content was not there. */
const SUSPENDED = '<!--$!-->';

/**
 * Creates the renderer of a remote's pages and fragments. It renders one to find out which data is requested, and again
 * when the data has arrived. It resolves to undefined if the API fails or there is too much data, and rejects if a page
 * still requests data after `MAX_PASSES` passes, or if a fragment suspends.
 */
export const createPageRenderer =
  (componentOf: ComponentOf): PageRenderer =>
  async (request, surroundings, fetch) => {
    const { module, path, address, fragment } = request;
    // Each call may return a component that is not loaded yet.
    const Exposed = componentOf(module);
    await loadLazy(Exposed);
    const Component = requestedComponent(request, surroundings, Exposed);
    const given: Seed | undefined = fragment && JSON.parse(fragment.seed);
    const [pathname = '', search = ''] = address.split(/(?=\?)/);
    const read = new Set<string>();
    const options: ShopStoreOptions = {
      connect: (auth) => createApi({ baseUrl: '', fetch, ...auth }),
      navigate: () => undefined,
      language: surroundings.language,
      pathTo: (page, ...[parameters]) => pathOfPage(surroundings.remotes, page, parameters),
      configuration: configurationOf(surroundings.configuration),
      settingOf(id, name) {
        const remote = surroundings.remotes.find((each) => each.id === id);
        read.add(name);
        return remote && valueFor(remote, name);
      },
    };
    let seed: Seed | undefined;
    for (let pass = 0; pass < MAX_PASSES; pass += 1) {
      const store = createShopStore(options);
      store.set(writtenLocationAtom, { pathname, search });
      if (given) plantSeed(store, given);
      if (seed) plantSeed(store, seed);
      const places: FragmentPlace[] = [];
      // A fragment's own slots are filled in the browser.
      const remotes = remotesOf(surroundings, componentOf, fragment ? undefined : places);
      const html = renderToString(pageElement({ store, remotes, path, address, Component }));
      const isDone = await isComplete(store);
      if (isDone === undefined) return undefined;
      seed = seedOf(store, given);
      if (!isDone) continue;
      if (fragment && html.includes(SUSPENDED))
        throw new Error('it suspends: request its data with serverData, and import its code');
      const text = JSON.stringify(seed);
      if (text.length > MAX_SEED_LENGTH) return undefined;
      const settings = [...read];
      return { ...takeHoles(html.replace(preloads, ''), places), seed: text, settings };
    }
    throw new Error(`it still asks for data after ${MAX_PASSES} passes`);
  };
