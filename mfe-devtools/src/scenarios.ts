import type { ScenarioName } from '@patchwork/mock-server';

interface ScenarioWords {
  readonly title: string;
  /** One sentence: what the shop is like in it. */
  readonly what: string;
}

export const scenarios: Readonly<Record<ScenarioName, ScenarioWords>> = {
  sample: {
    title: 'Sample shop',
    what: 'The 14 products and the guest, every response after 400 ms.',
  },
  'empty-shop': {
    title: 'Empty shop',
    what: 'Not one product: what every list says when it has nothing.',
  },
  'out-of-stock': {
    title: 'Out of stock',
    what: 'Every product is sold out, and none can be added to the cart.',
  },
  'huge-catalogue': {
    title: 'Huge catalogue',
    what: '10,000 products, to try lists, filters and search under load.',
  },
  'expired-session': {
    title: 'Expired session',
    what: 'The next call that needs a login gets status 401.',
  },
  'slow-network': {
    title: 'Slow network',
    what: 'Every response takes three seconds, to see spinners and early clicks.',
  },
  'flaky-network': {
    title: 'Flaky network',
    what: 'One call in three gets no response.',
  },
};
