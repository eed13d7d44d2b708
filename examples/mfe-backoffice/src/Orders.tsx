import { Link, pathToAtom, useSearchParams } from '@patchwork/shop';
import { formatRupees, mapResult } from '@patchwork/shop/domain';
import { useAtomValue } from 'jotai';
import { listOrders, type Order, orderFilters } from './api.ts';
import styles from './backoffice.module.css';
import { Frame, More, Search, Status, statusTexts, Time } from './Frame.tsx';
import { listAtom } from './state.ts';

const filterTexts = {
  ...statusTexts,
  returnAsked: 'Return requested',
  exchangeOpen: 'Exchange open',
  refundDue: 'Refund to pay',
};

const ordersAtom = listAtom<Order>('backoffice', async (api, query, options) =>
  mapResult(await api.call(listOrders, { query }, options), ({ orders: rows, nextCursor }) => ({
    rows,
    nextCursor,
  })),
);

function OrderRow({ order }: { order: Order }) {
  const pathTo = useAtomValue(pathToAtom);
  const { number, placedAt, shopper, lines, total, status } = order;
  const pieces = lines.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <li className={styles.order}>
      <Link to={pathTo('backoffice-order', { order: number })}>{number}</Link>
      <Status status={status} />
      <span>
        {shopper.name || 'Deleted account'} <small>{shopper.email}</small>
      </span>
      <small>
        <Time at={placedAt} />
      </small>
      <span className={styles.sum}>
        {formatRupees(total)} <small>{pieces === 1 ? '1 piece' : `${pieces} pieces`}</small>
      </span>
    </li>
  );
}

/** All shoppers' orders, newest first, with a search and a status filter. */
export function Orders() {
  const pathTo = useAtomValue(pathToAtom);
  const load = useAtomValue(ordersAtom);
  const [fields, setFields] = useSearchParams();
  const search = fields.get('search') ?? '';
  const current = orderFilters.find((each) => each === fields.get('status'));
  const rows = load.data?.flatMap((part) => part.rows) ?? [];

  const addressOf = (search: string, status: string | undefined) =>
    String(new URLSearchParams({ ...(search && { search }), ...(status && { status }) }));

  return (
    <Frame heading="Orders" current="backoffice" load={load}>
      <div className={styles.tools}>
        <Search
          label="Order number, email or payment reference"
          search={search}
          onSearch={(wanted) => setFields(addressOf(wanted, current))}
        />
        <nav aria-label="Status" className={styles.links}>
          {[undefined, ...orderFilters].map((status) => (
            <Link
              key={status ?? 'all'}
              to={`${pathTo('backoffice')}?${addressOf(search, status)}`}
              aria-current={status === current ? 'true' : undefined}
            >
              {status ? filterTexts[status] : 'All'}
            </Link>
          ))}
        </nav>
      </div>
      {rows.length > 0 && (
        <ul className={styles.rows} aria-label="Orders" aria-busy={load.isPlaceholderData}>
          {rows.map((order) => (
            <OrderRow key={order._id} order={order} />
          ))}
        </ul>
      )}
      {load.data && rows.length === 0 && <p>No order matches.</p>}
      <More load={load} />
    </Frame>
  );
}
