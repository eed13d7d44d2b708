import { catalogueHandlers } from './api/catalogue.ts';
import type { Server } from './api/dispatch.ts';
import { createFailures } from './control/failures.ts';
import { readDirectives, SLOW_DELAY_MS } from './control/sentinels.ts';
import { createStateManager, type FirstState, type StateOptions } from './control/state.ts';
import { createDatabase, type Data, type Database } from './data/database.ts';
import type { MockTables } from './data/rows.ts';

const withoutProducts = (data: Data): Data => ({
  ...data,
  get categories() {
    return data.categories;
  },
  products: [],
});

interface MockParts {
  /** The page's query, with `?mock=…`. */
  readonly search?: string;
  /** Milliseconds until a response. */
  readonly delay?: number;
  /** Whether the browser stores the data and the tab the settings, for the next page. */
  readonly isKept: boolean;
  /** Tables at the start; the sample's by default. */
  readonly tables?: MockTables;
  /** Restores the state that the tab has stored. */
  readonly restore?:
    | ((database: Database, options: StateOptions) => FirstState | undefined)
    | undefined;
}

/** Creates a mock without its connection to a page. */
export function createMock({ search = '', delay = 0, isKept, tables, restore }: MockParts) {
  const directives = readDirectives(search);
  const database = createDatabase({ tables, isKept });
  const options: StateOptions = {
    defaults: { delay: directives.slow ? SLOW_DELAY_MS : delay, seed: 2719, failures: {} },
    isDelayForced: directives.slow,
    isKept,
  };
  const first = { settings: options.defaults, scenario: 'sample', sessionsEndedAt: 0 } as const;
  const state = createStateManager(database, restore?.(database, options) ?? first);
  const data = directives.empty ? withoutProducts(database) : database;
  const server: Server = {
    ...{ handlers: catalogueHandlers, data, directives, state },
    failures: createFailures(),
  };
  return { server, options };
}
