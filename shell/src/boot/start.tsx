import { createApi } from '@patchwork/api';
import { parseConfig, type RuntimeConfig } from '@patchwork/domain/runtime-config';
import { type ActiveRemote, type ActiveRemotes, pathOfPage, versionsOf } from '@patchwork/host';
import {
  chooseGoodVersions,
  completeSharedRequests,
  createRemotes,
  type FallbackRecord,
  forgetFailure,
  guardEvaluation,
  RemotesContext,
  rememberFailure,
} from '@patchwork/host/browser';
import { createPageLogs, hasStoredConditions, type PageLogs } from '@patchwork/host/devtools';
import { DevtoolsContext } from '@patchwork/host/devtools/react';
import { nextTask } from '@patchwork/host/next-task';
import { RouterProvider } from '@patchwork/host/router';
import type { ConditionsControl, Mock } from '@patchwork/mock-server';
import { sessionAtom, toast } from '@patchwork/shop/state';
import {
  createShopStore,
  loadProductsAtom,
  parseSeed,
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
import { version } from '../../package.json';
import { slots as frameSlots } from '../../shell.json';
import { shellRegion } from '../app/region.ts';
import { BootFailure, Framed } from '../app/screens.tsx';
import type { Receive, Receivers, RunningVersions } from '../errors/report-errors.ts';
import type { ErrorWatch, Occurrence } from '../errors/watch-errors.ts';
import { createPrefetcher } from '../routing/prefetch.ts';
import type { LoadedPage } from '../routing/RemotePage.tsx';
import { createShopRouter, type ShopRouter } from '../routing/router.ts';
import { scrollAsPageGrows } from '../routing/scroll.ts';
import { reportVisit, type Visit } from '../visits/report-visit.ts';
import { readDocument, readShop } from './read-shop.ts';
import { type Replacement, whenFirstPageIsReady } from './replace-page.tsx';

/** Starts the mock, once per page. Rejects if its chunk can't be loaded; the next call tries again. */
async function startMock(): Promise<Mock> {
  const mock = await import(/* webpackChunkName: "mock" */ '@patchwork/mock-server');
  await nextTask();
  return mock.startMock();
}

/** Applies the delay, failures and custom responses that devtools have set for a real API. */
async function startConditions(apiBaseUrl: string): Promise<ConditionsControl> {
  const conditions = await import(
    /* webpackChunkName: "conditions" */ '@patchwork/mock-server/conditions'
  );
  return conditions.startConditions(apiBaseUrl);
}

/**
 * Prepares for an API call: starts the mock or, for a real API, applies the conditions that devtools have set in this
 * tab.
 */
async function prepareCall({ apiBaseUrl, devtools }: RuntimeConfig): Promise<void> {
  if (apiBaseUrl === undefined) await startMock();
  else if (devtools && hasStoredConditions()) await startConditions(apiBaseUrl);
}

/** Returns the element with the server-rendered page, where the inline script has put it. */
const renderedRegion = (): HTMLElement | null => document.querySelector('main > [data-rendered]');

/** Returns the data of the server-rendered page; undefined if there is none. */
const readSeed = (): Seed | undefined =>
  renderedRegion()
    ? parseSeed(document.getElementById('patchwork-seed')?.textContent ?? '')
    : undefined;

interface StoreOptions {
  readonly config: RuntimeConfig;
  readonly active: ActiveRemotes;
  /** Returns the router, which is assigned after the store has been created. */
  readonly router: () => ShopRouter;
  readonly logs: PageLogs | undefined;
  readonly seed: Seed | undefined;
}

/** Creates the shop's store, which calls the configured API. */
function createStore({ config, active, router, logs, seed }: StoreOptions): Store {
  const { apiBaseUrl, payment, catalogue, imageOrigins } = config;
  const store = createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: apiBaseUrl ?? '',
        ready: () => prepareCall(config),
        ...(logs && { observe: logs.onCall }),
        ...auth,
      }),
    navigate: (to, options) => router().navigate(to, options),
    pathTo: (page, ...[parameters]) => pathOfPage(active.remotes, page, parameters),
    ...(logs && { store: logs.store, initiator: logs.currentInitiator }),
    configuration: {
      payment,
      maxPrice: catalogue?.maxPrice,
      queriesCatalogue: catalogue?.query,
      imageOrigins,
    },
    restoresSession: seed === undefined,
  });
  if (seed) plantSeed(store, seed);
  return store;
}

/** Returns the remote whose page is in the HTML, if the router has loaded the same version and page. */
function renderedRemote({ state }: ShopRouter): ActiveRemote | undefined {
  const { boundary, version, prerendered } = renderedRegion()?.dataset ?? {};
  const [loaded] = Object.values(state.loaderData).filter(Boolean) as LoadedPage[];
  const { remote, page } = loaded ?? {};
  const isShown = remote?.id === boundary && remote?.version === version && page === prerendered;
  return isShown && !state.errors ? remote : undefined;
}

/**
 * Returns a function that loads a page's first data while React renders the page. The data of the previous page is kept
 * until the new page's load has started.
 */
function createPreloader(store: Store): (pages: readonly LoadedPage[]) => void {
  let leave: readonly (() => void)[] = [];
  return (pages) => {
    const before = leave;
    const atoms = pages.flatMap(({ preload = [] }) => preload as readonly Atom<unknown>[]);
    leave = atoms.map((each) => store.sub(each, () => undefined));
    for (const end of before) end();
  };
}

/**
 * Passes the router's location to the store after each navigation, loads the page's first data, and then calls
 * `pageShown`. Reruns the router's guards when the session changes.
 */
function connect(store: Store, router: ShopRouter, pageShown: () => void): void {
  const preload = createPreloader(store);
  store.set(writtenLocationAtom, router.state.location);
  router.subscribe(({ location, navigation, initialized, loaderData }) => {
    if (!initialized || navigation.state !== 'idle') return;
    store.set(writtenLocationAtom, location);
    preload(Object.values(loaderData).filter(Boolean));
    // The page's data and pictures have priority.
    void whenLoaded(store).then(pageShown);
  });
  // After a login or logout other pages may be opened, so the guards run again.
  store.sub(sessionAtom, () => void router.revalidate());
}

/** Passes the page's errors to the visit and the receivers, whose code is loaded at the first error. */
function receiveErrors(
  errors: ErrorWatch,
  receivers: Receivers,
  versions: () => RunningVersions,
  visit?: Visit,
): void {
  const isNeeded = receivers.log !== undefined || receivers.url !== undefined;
  let receive: Promise<Receive> | undefined;

  async function pass(found: Occurrence, running: RunningVersions): Promise<void> {
    receive ??= import(/* webpackChunkName: "errors" */ '../errors/report-errors.ts').then(
      ({ createReceiver }) => createReceiver(receivers),
    );
    try {
      (await receive)(found, running);
    } catch {
      // Offline, no report could be sent either. The next error tries again.
      receive = undefined;
    }
  }

  errors.connect((found) => {
    visit?.errors.push(found);
    if (isNeeded) void pass(found, versions());
  });
}

/** Reports errors of a page that could not start. Without a configuration there is no address to report to. */
async function receiveErrorsOfFailedStart(errors: ErrorWatch): Promise<void> {
  const config = await readDocument('config')
    .then(parseConfig)
    .catch(() => undefined);
  const receivers = { url: config?.reporting?.url, log: undefined };
  receiveErrors(errors, receivers, () => ({ shell: version, remotes: [] }));
}

/** Starts the shop. Resolves with what to render, once the first page is loaded or has taken too long. */
async function startShop(errors: ErrorWatch): Promise<Replacement> {
  completeSharedRequests();
  const { config, registry, shell, served, changes, active, isIncomplete, problems, hung } =
    await readShop();
  await nextTask();
  const knownVersions = () => [...versionsOf(registry.current()), ...active.remotes];
  const logs = config.devtools && createPageLogs(knownVersions);
  const seed = readSeed();
  const store = createStore({ config, active, router: () => router, logs, seed });
  // Starts early: pages of several remotes use the products, and their modules are still loading.
  if (!seed) void store.set(loadProductsAtom);
  const isLoggedIn = () => store.get(sessionAtom) !== null;
  function report(record: FallbackRecord): void {
    logs?.onFallback(record);
    const { remote: id, version, message, cause, fallback } = record;
    errors.add({ event: 'fallback', error: message, remote: { id, version }, cause, fallback });
  }
  const { url, visits = 0 } = config.reporting ?? {};
  // A tab with changed remotes says nothing about what is live.
  const visit: Visit | undefined =
    url !== undefined && !changes?.isChanged && Math.random() < visits
      ? { used: [], errors: [] }
      : undefined;
  const remotes = createRemotes(active, {
    knownVersions,
    // Never replaces a remote that this tab overrides or breaks: its errors should be visible.
    evaluate: changes?.isChanged ? undefined : guardEvaluation(),
    adjustRuntime: changes?.adjustRuntime,
    observe: (remote, module) => {
      const end = logs?.onLoad(remote, module);
      visit?.used.push(remote);
      return (error) => {
        end?.(error);
        if (error) errors.add({ event: 'error', error });
      };
    },
    prepare: registry.prepare,
    choose: (failed) => (changes?.isChanged ? active : chooseGoodVersions(registry, failed)),
    remember: rememberFailure,
    forget: forgetFailure,
    frameSlots,
    login: { isLoggedIn, subscribe: (listener) => store.sub(sessionAtom, listener) },
    report,
  });
  receiveErrors(
    errors,
    { url, log: logs?.onError },
    () => ({ shell, remotes: active.remotes.map(remotes.loader.activeVersion) }),
    visit,
  );
  if (url !== undefined && visit) reportVisit(url, visit);
  const replaced = active.remotes.find(
    ({ id, version }) => id === hung?.remote && version !== hung.version,
  );
  if (hung && replaced)
    report({
      ...hung,
      fallback: replaced.version,
      cause: 'hang',
      message: 'its code did not return',
    });
  const router = createShopRouter(remotes, isLoggedIn, isIncomplete);
  router.subscribe(({ errors: thrown }) => {
    for (const error of Object.values(thrown ?? {})) errors.add({ event: 'error', error });
  });
  await nextTask();
  const prefetcher = createPrefetcher(remotes, isLoggedIn, registry.complete);
  connect(store, router, prefetcher.pageShown);

  // Errors that React doesn't catch: in event handlers, timers and observers.
  window.addEventListener('error', ({ error }) => remotes.loader.reportError(error));

  const revalidate = () => router.revalidate();
  const { remoteControls, badge } = changes?.connect({ remotes, revalidate }) ?? {};
  const { apiBaseUrl } = config;
  const conditions = apiBaseUrl === undefined ? undefined : () => startConditions(apiBaseUrl);
  const mock = conditions ? undefined : startMock;
  const inspected = logs && {
    store,
    remotes,
    revalidate,
    region: shellRegion,
    problems,
    showError: toast.error,
    logs,
    mock,
    conditions,
    served,
    remoteControls,
  };

  await whenFirstPageIsReady(router);
  await nextTask();
  prefetcher.start();
  scrollAsPageGrows(router);
  void whenLoaded(store).then(prefetcher.pageShown);
  const rendered = seed && renderedRemote(router);
  // The HTML was rendered without a session. If it is hydrated, onShown restores the session afterwards.
  if (seed && !rendered) store.set(restoreSessionAtom);
  const page = (
    <Provider store={store}>
      <RemotesContext value={remotes}>
        <DevtoolsContext value={inspected}>
          <RouterProvider router={router} />
          {badge}
        </DevtoolsContext>
      </RemotesContext>
    </Provider>
  );
  return {
    page,
    rendered,
    onShown() {
      if (rendered) store.set(restoreSessionAtom);
      if (!seed) return;
      whenIdle(() => {
        refreshSeed(store, seed);
        void store.set(loadProductsAtom);
      });
    },
  };
}

/** Resolves with the shop's page, or with an error screen if the shop can't or must not start. */
export async function openShop(errors: ErrorWatch): Promise<Replacement> {
  if (window.self !== window.top) return { page: <Framed /> };
  await nextTask();
  try {
    return await startShop(errors);
  } catch (error) {
    console.error(error);
    errors.add({ event: 'error', error });
    void receiveErrorsOfFailedStart(errors);
    return { page: <BootFailure /> };
  }
}
