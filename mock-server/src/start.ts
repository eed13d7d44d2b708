import { handlers } from './api/handlers.ts';
import { intercept } from './api/intercept.ts';
import type { MockControl } from './control/control.ts';
import { createSteering } from './control/create-control.ts';
import { readDirectives } from './control/sentinels.ts';
import { plainSettings } from './control/settings.ts';
import { createDatabase, type Data, storageKey } from './data/database.ts';
import { pageStorage } from './storage.ts';

export interface MockOptions {
  /** Milliseconds until an answer; 400 unless told. */
  readonly delay?: number;
}

/** The running mock of this page. */
export interface Mock {
  /** Forgets every change: users, carts and wishlists are the scenario's again, and so are its goods. */
  reset(): void;
  /** Gives the page its network back. A mock may be started again afterwards. */
  shutdown(): void;
  /** See and steer it. */
  readonly control: MockControl;
}

const slowDelay = 3000;

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

/** Calls back when another tab has written the users. Returns the way to stop. */
function onOtherTab(tell: () => void): () => void {
  const listener = ({ key }: StorageEvent): void => {
    if (key === storageKey || key === null) tell();
  };
  window.addEventListener('storage', listener);
  return () => window.removeEventListener('storage', listener);
}

/**
 * Answers the API's calls on this page; resolves when it does. There is one mock per page: a second
 * start gives the first, whatever its options.
 */
export async function startMock({ delay = 400 }: MockOptions = {}): Promise<Mock> {
  if (page[slot]) return page[slot];
  const directives = readDirectives(window.location.search);
  const database = createDatabase(pageStorage('localStorage'));
  const steering = createSteering(database, {
    plain: plainSettings(directives.slow ? slowDelay : delay),
    isDelayForced: directives.slow,
    tab: pageStorage('sessionStorage'),
  });
  const { control } = steering;
  const data = directives.empty ? withoutProducts(database) : database;
  const interception = intercept(
    { handlers, data, directives, course: steering },
    control.read().settings.delay,
  );
  control.subscribe(() => interception.setDelay(control.read().settings.delay));
  const stopListening = onOtherTab(() => steering.noticed());
  const mock: Mock = {
    reset: steering.reset,
    control,
    shutdown: () => {
      if (page[slot] !== mock) return;
      delete page[slot];
      stopListening();
      interception.stop();
    },
  };
  page[slot] = mock;
  return mock;
}
