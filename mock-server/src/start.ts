import type { MockControl } from './control.ts';
import { createDatabase } from './database.ts';
import { handlers } from './handlers.ts';
import { intercept } from './intercept.ts';
import { readDirectives } from './sentinels.ts';
import { pageStorage } from './storage.ts';

export interface MockOptions {
  /** Milliseconds until an answer; 400 unless told. */
  readonly delay?: number;
}

/** The running mock of this page. */
export interface Mock {
  /** Forgets every change: users, carts and wishlists are the sample data's again. */
  reset(): void;
  /** Gives the page its network back. A mock may be started again afterwards. */
  shutdown(): void;
  /** See and steer it. */
  readonly control: MockControl;
}

/** Stands in until the steering is built, so that its users have its type. */
const unfinishedControl = new Proxy({} as MockControl, {
  get: () => () => {
    throw new Error('The mock cannot be steered yet.');
  },
});

const slowDelay = 3000;

/** On the page, not in the module: hot reload evaluates the module again, and two Mirages break. */
const slot = Symbol.for('patchwork.mock');

const page = globalThis as { [slot]?: Mock };

/**
 * Answers the API's calls on this page; resolves when it does. There is one mock per page: a second
 * start gives the first, whatever its options.
 */
export const startMock = async ({ delay = 400 }: MockOptions = {}): Promise<Mock> => {
  if (page[slot]) return page[slot];
  const directives = readDirectives(window.location.search);
  const data = createDatabase(pageStorage());
  const stop = intercept(
    { handlers, data: directives.empty ? { ...data, products: [] } : data, directives },
    directives.slow ? slowDelay : delay,
  );
  const mock: Mock = {
    reset: data.reset,
    control: unfinishedControl,
    shutdown: () => {
      if (page[slot] !== mock) return;
      delete page[slot];
      stop();
    },
  };
  page[slot] = mock;
  return mock;
};
