import { exchangeCash, findLineEvent, lineState, refundedAmount } from '@patchwork/domain';
import type { Database } from '../database/database.ts';
import { listOrders, type OperatorOrder } from '../operator/orders.ts';
import { recordChange } from '../rows/audit.ts';
import type { Settings } from '../settings.ts';
import { type Cell, CommandError, extensionOf, toLine, writeWhole } from './files.ts';

/** India's offset from UTC, all year. Its days are those of the shop's books. */
const INDIA = '+05:30';
const INDIA_MS = 5.5 * 3_600_000;
const DAY_MS = 24 * 3_600_000;

function startOf(day: string): Date {
  const start = new Date(`${day}T00:00:00${INDIA}`);
  const isDay = /^\d{4}-\d\d-\d\d$/.test(day) && !Number.isNaN(start.getTime());
  // JavaScript reads 31 February as a day in March.
  if (isDay && localTime(start).startsWith(day)) return start;
  throw new CommandError(`${day} is not a day, such as 2026-11-30`);
}

/** Formats a time in India: '2026-11-30T23:59:59+05:30'. */
const localTime = (time: Date): string =>
  new Date(time.getTime() + INDIA_MS).toISOString().slice(0, 19) + INDIA;

interface Range {
  readonly from: Date | undefined;
  readonly before: Date | undefined;
}

/** Returns the times from the start of the first day to the end of the last one, each of which may be left out. */
export function rangeOf(from: string | undefined, to: string | undefined): Range {
  const range = {
    from: from === undefined ? undefined : startOf(from),
    before: to === undefined ? undefined : new Date(startOf(to).getTime() + DAY_MS),
  };
  if (range.from && range.before && range.from >= range.before) {
    throw new CommandError(`--from ${from} is after --to ${to}`);
  }
  return range;
}

const PAGE_SIZE = 500;

async function* readOrders(db: Database, { returnDays }: Settings, range: Range) {
  for (let cursor: string | undefined; ; ) {
    const page = await listOrders(db, returnDays, { ...range, limit: PAGE_SIZE, cursor });
    // Undefined only if the last order of the page before is gone; no order is ever deleted.
    if (!page) throw new Error(`There is no order ${cursor}`);
    yield* page.orders;
    if (page.nextCursor === null) return;
    cursor = page.nextCursor;
  }
}

const columns = [
  ...['order', 'placed_at', 'status', 'payment', 'name', 'email', 'state', 'pin_code'],
  ...['product', 'title', 'size', 'quantity', 'price', 'amount', 'line'],
  ...['exchanged_for', 'order_total', 'order_refunded', 'order_exchange_cash'],
];

/** Returns the id of the product that the shopper has for a line after its exchange; empty without one. */
const exchangedFor = (order: OperatorOrder, productId: string): string =>
  findLineEvent(order, 'exchanged', productId)
    ? (findLineEvent(order, 'exchangeAsked', productId)?.to.id ?? '')
    : '';

/** Formats an order, a line for each product. The order's own amounts are on its first line only, so that they add up. */
function toLines(order: OperatorOrder): string {
  const { address, shopper } = order;
  return order.lines
    .map(({ _id, title, size, qty, price }, index) => {
      const cells: Cell[] = [
        ...[order.number, localTime(new Date(order.placedAt)), order.status],
        ...[order.paymentReference, shopper.name, shopper.email, address.state, address.pinCode],
        ...[_id, title, size, qty, Number(price), Number(price) * qty, lineState(order, _id)],
        exchangedFor(order, _id),
        ...(index === 0 ? [order.total, refundedAmount(order), exchangeCash(order)] : ['', '', '']),
      ];
      return toLine(cells);
    })
    .join('');
}

interface Options extends Range {
  /** Operator, for the audit. */
  readonly who: string;
  readonly settings: Settings;
}

/**
 * Writes the orders of a range to a .csv file that only this user of the machine can read, newest first. Returns the
 * number of orders. Throws a CommandError if the file has another extension or the export fails.
 */
export async function exportOrders(
  db: Database,
  file: string,
  { who, settings, ...range }: Options,
): Promise<number> {
  extensionOf(file, ['.csv']);
  let count = 0;
  async function* text(): AsyncGenerator<string> {
    yield toLine(columns);
    for await (const order of readOrders(db, settings, range)) {
      count += 1;
      yield toLines(order);
    }
  }
  const actor = { actor: who, action: 'orders export' };
  await recordChange(db, actor, { subject: 'orders', before: {}, after: range });
  await writeWhole(file, 'The orders', text(), 0o600);
  return count;
}
