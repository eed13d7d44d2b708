import type { Inspection } from '@patchwork/kit/devtools';
import { queryClientOf } from '@patchwork/shop/state/host';
import type { Query, QueryState } from '@tanstack/query-core';
import { useSyncExternalStore } from 'react';
import { Chip, Disclosure, SmallButton } from '../../controls.tsx';
import { JsonTree } from '../../JsonTree.tsx';
import { describeTime } from '../../measure.ts';
import { preview } from '../../preview.ts';
import look from '../../styles.module.css';
import styles from './StateTab.module.css';

type Store = Inspection['store'];

interface Forced {
  readonly before: QueryState;
  readonly state: QueryState;
}

/** States that were set on purpose, with those before. One that the shop has changed since doesn't count. */
const forcedStates = new WeakMap<Query, Forced>();

function forcedOf(query: Query): Forced | undefined {
  const forced = forcedStates.get(query);
  return forced?.state === query.state ? forced : undefined;
}

/** Shows a query as loading or failed until it is restored or loaded again. Its data is kept for `restore`. */
async function force(query: Query, state: Partial<QueryState>): Promise<void> {
  const earlier = forcedOf(query);
  // Otherwise a response on its way would end the state.
  if (!earlier) await query.cancel({ silent: true });
  const before = earlier?.before ?? query.state;
  query.setState({ ...before, data: undefined, ...state });
  forcedStates.set(query, { before, state: query.state });
}

function restore(query: Query): void {
  const forced = forcedOf(query);
  if (forced) query.setState({ ...forced.before, fetchStatus: 'idle' });
}

const forcedError = { kind: 'network', message: 'failed on purpose' } as const;

const setLoading = (query: Query) =>
  force(query, { status: 'pending', fetchStatus: 'fetching', error: null });

const setFailed = (query: Query) =>
  force(query, { status: 'error', fetchStatus: 'idle', error: forcedError as unknown as Error });

const nameOf = ({ queryKey }: Query): string => queryKey.map(String).join(' / ');

function StatusChip({ query }: { readonly query: Query }) {
  const { status, fetchStatus, isInvalidated } = query.state;
  const isForced = forcedOf(query) ? ', on purpose' : '';
  if (fetchStatus === 'fetching') return <Chip tone="busy">Loading{isForced}</Chip>;
  if (status === 'error') return <Chip tone="bad">Failed{isForced}</Chip>;
  if (status === 'pending') return <Chip tone="calm">Not asked for</Chip>;
  return isInvalidated ? <Chip tone="busy">Outdated</Chip> : <Chip tone="good">Loaded</Chip>;
}

interface QueryRowProps {
  readonly query: Query;
  readonly store: Store;
}

/** Line of one response, with buttons that load it again or replace its state. */
function QueryRow({ query, store }: QueryRowProps) {
  const client = queryClientOf(store);
  const { data, dataUpdatedAt } = query.state;
  const filter = { queryKey: query.queryKey, exact: true };
  const name = nameOf(query);
  const button = (text: string, act: () => unknown) => (
    <SmallButton aria-label={`${text}: ${name}`} onClick={() => void act()}>
      {text}
    </SmallButton>
  );
  return (
    <Disclosure
      id={`query ${query.queryHash}`}
      columns={styles.line}
      summary={
        <>
          <strong>{name}</strong>{' '}
          <span className={styles.value}>{data !== undefined && preview(data)}</span>{' '}
          <span className={styles.write}>
            <StatusChip query={query} />
          </span>
        </>
      }
    >
      <div className={look.row}>
        {button('Refetch', () => {
          restore(query);
          return client.refetchQueries(filter);
        })}
        {button('Invalidate', () => client.invalidateQueries({ ...filter, refetchType: 'none' }))}
        {button('Set to loading', () => setLoading(query))}
        {button('Set to failed', () => setFailed(query))}
        {forcedOf(query) && button('Restore', () => restore(query))}
      </div>
      <p className={look.soft}>
        {dataUpdatedAt > 0 ? `Loaded at ${describeTime(dataUpdatedAt)}. ` : ''}
        Outdated data is loaded again when something next shows it.
      </p>
      <JsonTree label="data" value={data} />
    </Disclosure>
  );
}

/** List of the API's responses that the shop holds. */
export function ServerData({ store }: { readonly store: Store }) {
  const cache = queryClientOf(store).getQueryCache();
  const snapshot = () =>
    cache
      .getAll()
      .map(({ queryHash, state: { data: _, error: __, ...state } }) =>
        JSON.stringify([queryHash, state]),
      )
      .join();
  useSyncExternalStore((listener) => cache.subscribe(listener), snapshot);
  const queries = cache.getAll().toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
  return (
    <section aria-label="Server data">
      <h3 className={look.title}>Server data</h3>
      {queries.length === 0 && <p className={look.soft}>The shop has loaded nothing yet.</p>}
      <div className={look.lines}>
        {queries.map((query) => (
          <QueryRow key={query.queryHash} query={query} store={store} />
        ))}
      </div>
    </section>
  );
}
