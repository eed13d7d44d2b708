import { handlers } from './api/handlers.ts';
import { intercept } from './api/intercept.ts';
import type { MockControl } from './control/control.ts';
import { createControl } from './control/create-control.ts';
import { createFailures } from './control/failures.ts';
import { SLOW_DELAY_MS } from './control/scenarios.ts';
import { readDirectives } from './control/sentinels.ts';
import { defaultSettings } from './control/settings.ts';
import { createStateManager } from './control/state.ts';
import { createDatabase, type Data, usersKey } from './data/database.ts';

export interface MockOptions {
  /** Milliseconds until a response; 400 by default. */
  readonly delay?: number;
}

/** The running mock of this page. */
export interface Mock {
  /** Restores the page's own network. A mock may be started again afterwards. */
  shutdown: () => void;
  /** Reads and changes its data and settings. */
  readonly control: MockControl;
}

/** On the page, not in the module: hot reload evaluates the module again, and two Mirages break. */
const slot = Symbol.for('patchwork.mock');

const page = globalThis as { [slot]?: Mock };

const withoutProducts = (data: Data): Data => ({
  ...data,
  get categories() {
    return data.categories;
  },
  products: [],
});

/** Calls `listener` when another tab has written the users. Returns a function that stops it. */
function onOtherTab(listener: () => void): () => void {
  const onStorage = ({ key }: StorageEvent): void => {
    if (key === usersKey || key === null) listener();
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/**
 * Responds to the API's calls on this page from when it resolves. There is one mock per page: a second
 * start returns the first, whatever its options.
 */
export async function startMock({ delay = 400 }: MockOptions = {}): Promise<Mock> {
  if (page[slot]) return page[slot];
  const directives = readDirectives(window.location.search);
  const database = createDatabase();
  const options = {
    defaults: defaultSettings(directives.slow ? SLOW_DELAY_MS : delay),
    isDelayForced: directives.slow,
  };
  const state = createStateManager(database, options);
  const failures = createFailures();
  const data = directives.empty ? withoutProducts(database) : database;
  const stopIntercepting = intercept({ handlers, data, directives, state, failures });
  const stopListening = onOtherTab(() => state.recordChange());
  const mock: Mock = {
    control: createControl(state, failures, options),
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
