import { intercept } from './api/intercept.ts';
import type { MockControl } from './control/control.ts';
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
  /** Reads and changes the mock's data and settings. */
  readonly control: MockControl;
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

/**
 * Starts the mock, which answers the API's calls on this page once the promise resolves. A page has one mock: a second
 * start returns the first, whatever its options.
 */
export async function startMock({ delay = 400 }: MockOptions = {}): Promise<Mock> {
  if (page[slot]) return page[slot];
  const { server, control, state } = createMock({
    search: window.location.search,
    delay,
    isKept: true,
  });
  const stopIntercepting = intercept(server);
  const stopListening = onOtherTab(() => state.recordChange());
  const mock: Mock = {
    control,
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
