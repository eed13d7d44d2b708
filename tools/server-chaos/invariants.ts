import { eq } from 'drizzle-orm';
import type { Database } from '../../api-server/src/database/database.ts';
import {
  checkouts,
  orders as orderTable,
  products as productTable,
} from '../../api-server/src/database/schema.ts';
import type { RazorpayDouble } from '../../api-server/src/payment/razorpay-double.ts';
import type { Visit } from './shopper.ts';

export interface Ending {
  readonly db: Database;
  readonly bank: RazorpayDouble;
  readonly visits: readonly Visit[];
  /** Pieces of each product before the first visit. */
  readonly initialStock: number;
  readonly crashes: readonly string[];
}

type OrderRow = typeof orderTable.$inferSelect;

type Pieces = ReadonlyMap<string, number>;

/** Pieces of each product. */
export function piecesOf(rows: readonly Pick<OrderRow, 'lines'>[]): Pieces {
  const pieces = new Map<string, number>();
  for (const { _id, qty } of rows.flatMap(({ lines }) => lines)) {
    pieces.set(_id, (pieces.get(_id) ?? 0) + qty);
  }
  return pieces;
}

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

function checkOrders(orders: readonly OrderRow[], { visits }: Ending): string[] {
  const ids = new Set(orders.map(({ id }) => id));
  const lost = visits.flatMap(({ confirmed }) => confirmed).filter((id) => !ids.has(id));
  const wrongSums = orders.filter(
    ({ lines, total }) =>
      total !== lines.reduce((sum, { qty, price }) => sum + qty * Number(price), 0),
  );
  return [
    ...lost.map((id) => `order ${id} was answered with 201 and is lost`),
    ...twice(orders.map(({ paymentReference }) => paymentReference)).map(
      (payment) => `payment ${payment} made two orders`,
    ),
    ...wrongSums.map(({ id }) => `the total of order ${id} is not the sum of its lines`),
  ];
}

/** Each payment is an order's, in full, or was given back, in full. */
function checkPayments(orders: readonly OrderRow[], { bank }: Ending): string[] {
  const orderOf = new Map(orders.map((order) => [order.paymentReference, order]));
  const paid = bank.payments();
  const known = new Set(paid.map(({ id }) => id));
  return [
    ...paid.flatMap(({ id, amount }) => {
      const order = orderOf.get(id);
      const returned = bank.refunds().get(id) ?? 0;
      if (order && returned > 0) return [`payment ${id} made an order and was given back`];
      if (order)
        return order.total * 100 === amount ? [] : [`order ${order.id} is not what was paid`];
      return returned === amount ? [] : [`payment ${id} made no order, and ${returned} came back`];
    }),
    ...orders
      .filter(({ paymentReference }) => !known.has(paymentReference))
      .map(({ id }) => `order ${id} was never paid`),
  ];
}

async function checkStock(orders: readonly OrderRow[], { db, initialStock }: Ending) {
  const products = await db.select().from(productTable);
  const open = await db.select().from(checkouts).where(eq(checkouts.status, 'open'));
  const [sold, held] = [piecesOf(orders), piecesOf(open)];
  return products.flatMap((product) => [
    ...(product.stock < 0 || product.held > product.stock
      ? [`${product.id}: stock ${product.stock}, held ${product.held}`]
      : []),
    ...(product.stock === initialStock - (sold.get(product.id) ?? 0)
      ? []
      : [`${product.id}: ${sold.get(product.id) ?? 0} sold, but ${product.stock} left`]),
    ...(product.held === (held.get(product.id) ?? 0)
      ? []
      : [`${product.id}: ${product.held} held, but ${held.get(product.id) ?? 0} in checkouts`]),
  ]);
}

export interface Summary {
  readonly orders: number;
  readonly payments: number;
  readonly refunds: number;
  /** Everything that is wrong at the end. Nothing, where no promise was broken. */
  readonly broken: readonly string[];
}

/** Compares what the shoppers were promised, what the bank took and what the database holds. */
export async function findBrokenPromises(ending: Ending): Promise<Summary> {
  const orders = await ending.db.select().from(orderTable);
  return {
    orders: orders.length,
    payments: ending.bank.payments().length,
    refunds: ending.bank.refunds().size,
    broken: [
      ...checkOrders(orders, ending),
      ...checkPayments(orders, ending),
      ...(await checkStock(orders, ending)),
      ...ending.crashes.map((crash) => `an answer of 500: ${crash}`),
    ],
  };
}
