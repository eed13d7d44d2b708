import { catalogueHandlers } from './api/catalogue.ts';
import type { Server } from './api/server.ts';
import { createFailures, DEFAULT_SEED } from './control/failures.ts';
import { readDirectives, SLOW_DELAY_MS } from './control/sentinels.ts';
import { createStateManager, type FirstState, type StateOptions } from './control/state.ts';
import { createDatabase, type Data } from './data/database.ts';
import type { MockTables } from './data/rows.ts';

const withoutProducts = (data: Data): Data => ({
  ...data,
  get categories() {
    return data.categories;
  },
  products: [],
});

interface MockParts {
  /** Query of the page, which may contain `?mock=…`. */
  readonly search?: string;
  /** Milliseconds before each response. */
  readonly delay?: number;
  /** Whether to store data in the browser and settings in the tab, for the next page. */
  readonly isKept: boolean;
  /** Whether orders initially wait for an operator. */
  readonly isWarehouseByHand?: boolean;
  /** APIs of the remotes' own. */
  readonly own?: Server['own'];
  /** Initial tables; by default the sample's. */
  readonly tables?: MockTables;
  /** Restores the state that this tab has stored. */
  readonly restore?:
    | ((database: Data, options: StateOptions) => FirstState | undefined)
    | undefined;
}

/** Creates a mock that isn't connected to a page yet. */
export function createMock({
  search = '',
  delay = 0,
  isKept,
  isWarehouseByHand = false,
  own = () => [],
  tables,
  restore,
}: MockParts) {
  const directives = readDirectives(search);
  const database = createDatabase({ tables, isKept });
  const options: StateOptions = {
    defaults: {
      delay: directives.slow ? SLOW_DELAY_MS : delay,
      seed: DEFAULT_SEED,
      failures: {},
      ...(isWarehouseByHand && { isWarehouseByHand }),
    },
    isDelayForced: directives.slow,
    isKept,
  };
  const first = {
    settings: options.defaults,
    scenario: 'sample',
    sessionsEndedAt: 0,
    clock: 0,
  } as const;
  const state = createStateManager(database, restore?.(database, options) ?? first);
  const data = directives.empty ? withoutProducts(database) : database;
  const server: Server = {
    ...{ handlers: catalogueHandlers, data, directives, state },
    failures: createFailures(),
    own,
  };
  return { server, options };
}
