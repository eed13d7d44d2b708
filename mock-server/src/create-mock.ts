import { addressHandlers } from './api/addresses.ts';
import { authHandlers } from './api/auth.ts';
import { cartHandlers, wishlistHandlers } from './api/cart-and-wishlist.ts';
import { catalogueHandlers } from './api/catalogue.ts';
import { checkoutHandlers, orderHandlers } from './api/checkouts.ts';
import type { Server } from './api/dispatch.ts';
import type { Handlers } from './api/handler.ts';
import type { MockControl } from './control/control.ts';
import { createControl } from './control/create-control.ts';
import { createFailures } from './control/failures.ts';
import { SLOW_DELAY_MS } from './control/scenarios.ts';
import { readDirectives } from './control/sentinels.ts';
import { defaultSettings } from './control/settings.ts';
import { createStateManager, type StateManager } from './control/state.ts';
import { createDatabase, type Data } from './data/database.ts';
import type { MockTables } from './data/rows.ts';

export const handlers: Handlers = {
  ...addressHandlers,
  ...authHandlers,
  ...cartHandlers,
  ...catalogueHandlers,
  ...checkoutHandlers,
  ...orderHandlers,
  ...wishlistHandlers,
};

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
}

/** Creates a mock without its connection to a page. */
export function createMock({ search = '', delay = 0, isKept, tables }: MockParts): {
  readonly server: Server;
  readonly control: MockControl;
  readonly state: StateManager;
} {
  const directives = readDirectives(search);
  const database = createDatabase({ tables, isKept });
  const options = {
    defaults: defaultSettings(directives.slow ? SLOW_DELAY_MS : delay),
    isDelayForced: directives.slow,
    isKept,
  };
  const state = createStateManager(database, options);
  const failures = createFailures();
  const data = directives.empty ? withoutProducts(database) : database;
  return {
    server: { handlers, data, directives, state, failures },
    control: createControl(state, failures, options),
    state,
  };
}
