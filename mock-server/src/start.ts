import { interceptFetch, interceptXhr } from './api/intercept.ts';
import { createApi } from './api/mirage.ts';
import { type MockedRemotes, sourcesOf } from './api/own-apis.ts';
import type { MockControl } from './control/control.ts';
import { storedState } from './control/state.ts';
import { createMock } from './create-mock.ts';
import { hasStoredUsers, loadUsers, usersKey } from './data/database.ts';

export interface MockOptions {
  /** Milliseconds before each response; by default what the page has set (see `delaySlot`), or 400. */
  readonly delay?: number;
  /** Returns the page's remotes, whose own APIs the mock answers too. Called when a request is made. */
  readonly remotes?: () => MockedRemotes;
}

export interface Mock {
  /** Restores the page's network. The mock can be started again afterwards. */
  shutdown: () => void;
  /**
   * Loads the control of the mock's data and settings, once. Rejects if its script can't be loaded; the next call then
   * tries again.
   */
  readonly openControl: () => Promise<MockControl>;
}

/**
 * Key of the running mock in `globalThis`. The mock is not in a module variable, because hot reload evaluates the
 * module again, and two instances of Mirage on a page don't work.
 */
const slot = Symbol.for('patchwork.mock');

/**
 * Key in `globalThis` of the milliseconds before each response. A script that runs before the page's own sets it where
 * a program is the visitor: see `trialScript` of the kit.
 */
const delaySlot = Symbol.for('patchwork.mock.delay');

const page = globalThis as { [slot]?: Mock; [delaySlot]?: number };

/** Returns the page's mock, if it is running. */
export const runningMock = (): Mock | undefined => page[slot];

/** Calls `listener` when another tab has written the users. Returns a function to unsubscribe. */
function onOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === usersKey || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

async function loadControl(): Promise<typeof import('./control/create-control.ts')> {
  await loadUsers();
  return import(/* webpackChunkName: "mock-control" */ './control/create-control.ts');
}

/**
 * Starts the mock, which answers the page's API calls once the promise resolves. A page has one mock: further calls
 * return the first, whatever their options.
 */
export async function startMock({
  delay = page[delaySlot] ?? 400,
  remotes,
}: MockOptions = {}): Promise<Mock> {
  const restore = storedState.read() === undefined ? undefined : (await loadControl()).restoreState;
  if (hasStoredUsers()) await loadUsers();
  // Another first call may have started one in the meantime.
  if (page[slot]) return page[slot];
  const { server, options } = createMock({
    ...{ search: window.location.search, delay, isKept: true, restore },
    own: () => (remotes ? sourcesOf(remotes()) : []),
  });
  const { state, failures } = server;
  const api = createApi(server);
  const stopIntercepting = [interceptFetch(api), interceptXhr(api)];
  const stopListening = onOtherTab(() => state.recordChange());
  const { products } = state.checkpoint().tables;
  let control: Promise<MockControl> | undefined;
  const mock: Mock = {
    openControl: () => {
      control ??= loadControl().then(
        ({ createControl }) => createControl(state, failures, options),
        (cause) => {
          // Lets the next call try again.
          control = undefined;
          throw cause;
        },
      );
      return control;
    },
    shutdown: () => {
      if (page[slot] !== mock) return;
      delete page[slot];
      stopListening();
      for (const stop of stopIntercepting) stop();
    },
  };
  // Calls change products too: an operator's, and an order's of counted pieces. The control stores them.
  state.subscribe(() => {
    if (state.checkpoint().tables.products !== products) mock.openControl().catch(() => {});
  });
  page[slot] = mock;
  return mock;
}
