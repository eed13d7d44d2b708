import { intercept } from './api/intercept.ts';
import type { MockControl } from './control/control.ts';
import { storedState } from './control/state.ts';
import { createMock } from './create-mock.ts';
import { usersKey } from './data/database.ts';

export interface MockOptions {
  /** Milliseconds until a response; 400 by default. */
  readonly delay?: number;
}

/** The running mock of this page. */
export interface Mock {
  /** Restores the page's own network. A mock may be started again afterwards. */
  shutdown: () => void;
  /** Loads what reads and changes the mock's data and settings, once. */
  readonly openControl: () => Promise<MockControl>;
}

/** Key of the mock on the page. The module can't hold the mock: hot reload evaluates it again, and two Mirages break. */
const slot = Symbol.for('patchwork.mock');

const page = globalThis as { [slot]?: Mock };

/** Calls `listener` when another tab has written the users. Returns a function that stops it. */
function onOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === usersKey || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

const loadControl = () =>
  import(/* webpackChunkName: "mock-control" */ './control/create-control.ts');

/**
 * Starts the mock, which answers the API's calls on this page once the promise resolves. A page has one mock: a second
 * start returns the first, whatever its options.
 */
export async function startMock({ delay = 400 }: MockOptions = {}): Promise<Mock> {
  const restore = storedState.read() === undefined ? undefined : (await loadControl()).restoreState;
  // Two first calls may both have waited for it.
  if (page[slot]) return page[slot];
  const { server, options } = createMock({
    ...{ search: window.location.search, delay, isKept: true, restore },
  });
  const { state, failures } = server;
  const stopIntercepting = intercept(server);
  const stopListening = onOtherTab(() => state.recordChange());
  let control: Promise<MockControl> | undefined;
  const mock: Mock = {
    openControl: () => {
      control ??= loadControl().then(
        ({ createControl }) => createControl(state, failures, options),
        (cause) => {
          // The next call loads it again.
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
      stopIntercepting();
    },
  };
  page[slot] = mock;
  return mock;
}
