import { createLaterApi } from '@patchwork/api/later';
import type { RuntimeConfig } from '@patchwork/domain/runtime-config';
import { valueFor } from '@patchwork/host';
import type { HostPage, Session } from '@patchwork/host/boot';
import { createStoredValue } from '@patchwork/host/storage';
import { sessionAtom, toast } from '@patchwork/shop/state';
import {
  configurationOf,
  createShopStore,
  hasSeed,
  loadProductsAtom,
  parseSeeds,
  plantSeed,
  refreshSeed,
  restoreSessionAtom,
  type Seed,
  type Store,
  whenLoaded,
  writtenLocationAtom,
} from '@patchwork/shop/state/host';
import { whenIdle } from '@patchwork/ui';
import { type Atom, Provider } from 'jotai';
import { shellRegion } from './app/region.ts';
import { DevtoolsContext } from './devtools/Devtools.tsx';

type Page = HostPage<RuntimeConfig>;

const loadCalls = () => import(/* webpackChunkName: "calls" */ './calls.ts');

const storedConditions = createStoredValue({
  name: 'api-conditions',
  version: 1,
  parse: (value) => value,
  scope: 'tab',
});

/** Whether this tab has stored delays, failures or custom responses for a real API (mock-server/src/conditions.ts). */
const hasStoredConditions = (): boolean => storedConditions.readText() !== null;

const textOf = (id: string): string =>
  document.getElementById(`patchwork-${id}`)?.textContent ?? '{}';

/** Returns the data of the server-rendered page and its fragments, with their keys; undefined if there is none. */
function readRendered(): { readonly seed: Seed; readonly keys: Set<string> } | undefined {
  if (!document.querySelector('main > [data-rendered]')) return undefined;
  const fragments: Readonly<Record<string, string>> = JSON.parse(textOf('fragments'));
  const seed = parseSeeds([textOf('seed'), ...Object.values(fragments)]);
  return seed && { seed, keys: new Set(Object.keys(fragments)) };
}

/**
 * Returns a function that loads a page's first data while React renders the page. The data of the previous page is kept
 * until the next page's load has started.
 */
function createPreloader(store: Store): (atoms: readonly Atom<unknown>[]) => void {
  let leave: readonly (() => void)[] = [];
  return (atoms) => {
    const before = leave;
    leave = atoms.map((each) => store.sub(each, () => undefined));
    for (const end of before) end();
  };
}

/** Creates the shop's store, which calls the configured API, and what the host needs of it. */
export async function openSession({
  config,
  language,
  pathTo,
  navigate,
  logs,
  remotes,
}: Page): Promise<Session> {
  const devtools =
    logs && (await import(/* webpackChunkName: "devtools-start" */ './devtools/start.ts'));
  const { apiBaseUrl } = config;
  const conditions =
    apiBaseUrl === undefined
      ? undefined
      : async () => (await loadCalls()).startConditions(apiBaseUrl);
  const mock = conditions ? undefined : async () => (await loadCalls()).startMock(remotes);
  /**
   * Prepares for an API call: starts the mock or, for a real API, applies the conditions that devtools have set in this
   * tab.
   */
  async function prepare(): Promise<void> {
    if (mock || (config.devtools && hasStoredConditions())) await (mock ?? conditions)?.();
  }
  const rendered = readRendered();
  const seed = rendered?.seed;
  const calls = logs && devtools?.createCallLog(logs);
  const store = createShopStore({
    connect: (auth) =>
      createLaterApi({
        initiator: logs?.currentInitiator,
        load: async () =>
          (await loadCalls()).createApi({
            baseUrl: apiBaseUrl ?? '',
            ready: prepare,
            ...(calls && { observe: calls.onCall }),
            ...auth,
          }),
      }),
    navigate,
    pathTo,
    language,
    settingOf(id, name) {
      const remote = remotes().active.remotes.find((each) => each.id === id);
      return remote && valueFor(remote, name);
    },
    ...(logs && { store: logs.store, initiator: logs.currentInitiator }),
    configuration: configurationOf(config),
    restoresSession: seed === undefined,
  });
  if (seed) plantSeed(store, seed);
  // Starts early: pages of several remotes use the products, and their modules are still loading.
  else void store.set(loadProductsAtom);
  const preload = createPreloader(store);
  return {
    prepare,
    canHydrate: seed !== undefined,
    inHtml: rendered && {
      keys: rendered.keys,
      isCurrent: () => store.get(sessionAtom) === null && hasSeed(store, rendered.seed),
    },
    isLoggedIn: () => store.get(sessionAtom) !== null,
    subscribe: (listener) => store.sub(sessionAtom, listener),
    navigated(location, atoms) {
      store.set(writtenLocationAtom, location);
      preload(atoms as readonly Atom<unknown>[]);
    },
    whenLoaded: () => whenLoaded(store),
    beforeRender(isHydrated) {
      // The HTML was rendered without a session. If it is hydrated, onShown restores the session afterwards.
      if (seed && !isHydrated) store.set(restoreSessionAtom);
    },
    onShown(isHydrated) {
      if (isHydrated) store.set(restoreSessionAtom);
      if (!seed) return;
      whenIdle(() => {
        refreshSeed(store, seed);
        void store.set(loadProductsAtom);
      });
    },
    provide(page, controls) {
      const shop = devtools &&
        calls && {
          ...{
            ...controls,
            ...{ Launcher: devtools.Launcher, store, logs, calls, mock, conditions },
          },
          ...{ region: shellRegion, showError: toast.error },
        };
      return (
        <Provider store={store}>
          <DevtoolsContext value={shop}>{page}</DevtoolsContext>
        </Provider>
      );
    },
  };
}
