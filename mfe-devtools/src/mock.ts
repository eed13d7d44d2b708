import { endpointNames, endpoints } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { Inspection } from '@patchwork/kit/devtools';
import type {
  CallName,
  ConditionsControl,
  Failure,
  MockControl,
  MockSettings,
  MockState,
  OwnCalls,
  OwnResponse,
  ScenarioName,
  TableName,
} from '@patchwork/mock-server';
import { queryClientOf } from '@patchwork/shop/state/host';
import { useEffect, useState, useSyncExternalStore } from 'react';

/** State of the access to the page's mock, or to the conditions of its real API; has the control on success. */
type Access =
  | { readonly kind: 'none' | 'starting' }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'mock'; readonly control: MockControl }
  | { readonly kind: 'api'; readonly control: ConditionsControl };

type Inspected = Partial<Pick<Inspection, 'mock' | 'conditions'>>;

/** Starts the page's mock, or the conditions of its real API, unless already running. Never rejects. */
export async function openAccess({ mock, conditions }: Inspected): Promise<Access> {
  try {
    if (mock) return { kind: 'mock', control: await (await mock()).openControl() };
    if (conditions) return { kind: 'api', control: await conditions() };
    return { kind: 'none' };
  } catch (cause) {
    return { kind: 'failed', reason: String(cause) };
  }
}

export function useAccess({ mock, conditions }: Inspected): Access {
  const isThere = mock !== undefined || conditions !== undefined;
  const [access, setAccess] = useState<Access>({ kind: isThere ? 'starting' : 'none' });
  useEffect(() => void openAccess({ mock, conditions }).then(setAccess), [mock, conditions]);
  return access;
}

/** Adapts a mock's control to the interface for a real API: delays, failures and custom responses. */
export const conditionsOf = (control: MockControl): ConditionsControl => ({
  ...control,
  read: () => control.read().settings,
});

/** Returns the mock's data, settings and changes. Re-renders after each change. */
export function useMockState(control: MockControl): MockState {
  return useSyncExternalStore(control.subscribe, control.read);
}

interface ScenarioWords {
  readonly title: string;
  /** Sentence that describes the shop in this scenario. */
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
  'pin-codes': {
    title: 'Delivery by PIN code',
    what: 'The shop delivers to 560038, 110001, 400001 and 682001 only, with cash on delivery up to ₹5,000 to all but the last.',
  },
  'huge-catalogue': {
    title: 'Huge catalogue',
    what: '10,000 products, to try lists, filters and search under load.',
  },
  sizes: {
    title: 'A catalogue with sizes',
    what: 'About 60 products in 21 styles: the same pieces in other sizes and colours.',
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

/** Returns method and path of a call: ['GET', '/api/products']. */
export function lineOf(name: CallName): readonly [method: string, path: string] {
  const own = /^([A-Z]+) (.*)$/.exec(name);
  if (own) return [own[1] ?? '', own[2] ?? ''];
  const { method, path } = endpoints[name as keyof typeof endpoints];
  return [method, path];
}

/** Names a call: 'GET /api/products'. */
export const callTitle = (name: CallName): string => lineOf(name).join(' ');

export const percent = (rate: number): string => `${Math.round(rate * 100)}%`;

const effectOf = ({ as }: Failure): string =>
  as === 'network' ? 'get no response' : `get status ${as}`;

/** Returns the names of all calls: the table's, those of the remotes' own, and any other that is to fail. */
export const callNamesWith = (
  failures: MockSettings['failures'],
  own: readonly OwnCalls[],
): readonly CallName[] => [
  ...new Set<CallName>([
    ...endpointNames,
    ...own.flatMap(({ calls }) => calls.map(({ method, path }): CallName => `${method} ${path}`)),
    ...(Object.keys(failures) as CallName[]),
  ]),
];

/** Lists the endpoints that fail on purpose: 'GET /api/products: 50% get status 500'. */
export const describeFailures = (failures: MockSettings['failures']): string[] =>
  callNamesWith(failures, []).flatMap((name) => {
    const failure = failures[name];
    if (!failure || failure.rate === 0) return [];
    return `${callTitle(name)}: ${percent(failure.rate)} ${effectOf(failure)}`;
  });

/** Formats a delay: '400 ms', '2.5 s'. */
export const describeDelay = (milliseconds: number): string =>
  milliseconds < 1000 ? `${milliseconds}\u00a0ms` : `${milliseconds / 1000}\u00a0s`;

/** Describes a custom response: 'GET /api/products/:id: 503 after 400 ms'. */
export const describeResponse = ({ method, path, status, delay }: OwnResponse): string =>
  `${method} ${path}: ${status} after ${describeDelay(delay)}`;

/**
 * Makes the shop reload its data after a change in the panel: data on the page at once, other data when it is next
 * needed.
 */
export async function refreshShop(store: Inspection['store']): Promise<void> {
  const client = queryClientOf(store);
  // A first load in progress would otherwise be reused, with the old data.
  await client.cancelQueries();
  await client.invalidateQueries();
}

type Outcome = Result<void, readonly string[]>;

/**
 * Returns actions on the mock, and a message about the last one. If an action changes data, the shop reloads its data.
 */
export function useMockActions(control: MockControl, store: Inspection['store']) {
  const [message, setMessage] = useState('');

  function done(text: string): void {
    void refreshShop(store);
    setMessage(text);
  }
  function doneIfAccepted(outcome: Outcome, text: string): Outcome {
    if (outcome.ok) done(text);
    return outcome;
  }
  const actions = {
    play(scenario: ScenarioName) {
      control.playScenario(scenario);
      done(`“${scenarios[scenario].title}” is in force.`);
    },
    goBack(change: number) {
      control.goBack(change);
      done('The data is as it was then.');
    },
    moveClock(by: Parameters<MockControl['moveClock']>[0]) {
      control.moveClock(by);
      done('The clock has moved on.');
    },
    letWarehouseWork(isWorking: boolean) {
      control.changeSettings({ isWarehouseByHand: !isWorking });
      setMessage(isWorking ? 'The warehouse works.' : 'Orders wait for an operator.');
    },
    reset() {
      control.reset();
      done('Every change of the data is undone.');
    },
    edit: (table: TableName, id: string, row: unknown) =>
      doneIfAccepted(control.editRow(table, id, row), `${table}/${id} saved.`),
    add: (table: TableName, row: unknown) =>
      doneIfAccepted(control.addRow(table, row), `A row was added to ${table}.`),
    remove(table: TableName, id: string) {
      control.removeRow(table, id);
      done(`${table}/${id} deleted.`);
    },
  };
  return { message, setMessage, actions };
}

export type MockActions = ReturnType<typeof useMockActions>['actions'];
