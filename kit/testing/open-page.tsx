import { createTestMock, type FirstData, type TestMock } from '@patchwork/mock-server/testing';
import { changeSessionAtom, pendingChangesAtom, servicesAtom } from '@patchwork/shop';
import {
  createMemoryRouter,
  createShopStore,
  demoAccount,
  type GivenSettings,
  RouterProvider,
  type ShopStoreOptions,
  type Store,
  writtenLocationAtom,
} from '@patchwork/shop/host';
import { testPathTo } from '@patchwork/shop/state/testing';
import { cleanup, render, waitFor } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';
import { expect, onTestFinished } from 'vitest';

export interface Visit extends FirstData, Pick<ShopStoreOptions, 'configuration'> {
  /** Whether Asha, the shopper of the demo account, is logged in. By default nobody is logged in. */
  readonly isLoggedIn?: boolean;
  /** The page's path as declared in remote.json. For pages that read its parameters. */
  readonly path?: string;
  /** Values of settings, `{ 'mfe-catalog': { 'new-gallery': true } }`; all others have their defaults. */
  readonly settings?: GivenSettings;
  /** Address to open; '/' by default. */
  readonly at?: string;
  /** Whether the mock may refuse calls, to test how the page reacts. By default a refused call fails the test. */
  readonly mayBeRefused?: boolean;
}

/** Provides Web Locks, which happy-dom lacks. Every request is granted at once: a test has one page. */
function provideLocks(): void {
  if (navigator.locks) return;
  const request = (_name: string, ...options: readonly unknown[]) =>
    (options.at(-1) as () => unknown)();
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

/** Throws an Error where Node's own localStorage, which is undefined, has replaced that of the test DOM. */
function requireStorage(): void {
  if (globalThis.localStorage) return;
  throw new Error(
    'localStorage is undefined: Node 25 and later replace that of the test page. In vitest.config.ts, use “test: remoteTests” of @patchwork/kit/testing/vitest, or add its execArgv: ["--no-experimental-webstorage"]',
  );
}

/** Logs in with the store's API: by default Asha, the shopper of the demo account. Throws if the API refuses. */
export async function logIn(store: Store, account = demoAccount): Promise<void> {
  const session = await store.get(servicesAtom).api.login({ body: account });
  if (!session.ok) throw new Error(`${account.email} could not log in`);
  store.set(changeSessionAtom, session.value);
}

export interface OpenedPage {
  readonly mock: TestMock;
  readonly router: ReturnType<typeof createMemoryRouter>;
  readonly store: Store;
}

/**
 * Renders one page with its own store and router. The mock answers its calls. A call that the mock refuses fails the
 * test, even if the page had already shown the change as done.
 */
export async function openPage(
  Component: ComponentType,
  {
    isLoggedIn,
    path = '*',
    at = '/',
    configuration = {},
    settings = {},
    mayBeRefused,
    ...data
  }: Visit = {},
): Promise<OpenedPage> {
  provideLocks();
  requireStorage();
  localStorage.clear();
  const mock = createTestMock(data);
  const refused: string[] = [];
  const router = createMemoryRouter([{ path, Component }], { initialEntries: [at] });
  const store = createShopStore({
    configuration,
    pathTo: testPathTo,
    settingOf: (remote, name) => Reflect.get(Object(Reflect.get(settings, remote)), name),
    navigate: (to, options) => void router.navigate(to, options),
    connect: (auth) =>
      mock.connect({
        ...auth,
        observe:
          ({ name }) =>
          (outcome) => {
            const isOk = outcome.kind !== 'failed' && outcome.status < 400;
            const text = outcome.kind === 'failed' ? outcome.message : JSON.stringify(outcome.data);
            // Unmounting a page aborts its requests, which is not a refusal.
            if (!isOk && text !== 'Request aborted') refused.push(`${name}: ${text}`);
          },
      }),
  });
  onTestFinished(mock.intercept());
  store.set(writtenLocationAtom, router.state.location);
  router.subscribe(({ location }) => store.set(writtenLocationAtom, location));
  onTestFinished(async () => {
    if (!mayBeRefused) await waitFor(() => expect(store.get(pendingChangesAtom)).toBe(0));
    cleanup();
    // What is still going on must not write to the storage, which the next test's page shares.
    store.set(changeSessionAtom, null);
    if (!mayBeRefused) expect(refused, 'calls that the shop’s mock refused').toEqual([]);
  });
  if (isLoggedIn) await logIn(store);
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { mock, router, store };
}
