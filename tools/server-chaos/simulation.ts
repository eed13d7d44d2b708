import { anAddress, aProduct } from '@patchwork/domain/testing';
import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { createTokens, openSession, type Tokens } from '../../api-server/src/auth/sessions.ts';
import { giveBackPayments } from '../../api-server/src/checkout/sweep.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import { fromProduct } from '../../api-server/src/database/product-row.ts';
import {
  addresses,
  checkouts,
  orders as orderTable,
  products as productTable,
  shoppers,
} from '../../api-server/src/database/schema.ts';
import { createRazorpay } from '../../api-server/src/payment/razorpay.ts';
import {
  openRazorpayDouble,
  type RazorpayDouble,
} from '../../api-server/src/payment/razorpay-double.ts';
import type { Settings } from '../../api-server/src/settings.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import {
  comeBack,
  createNetwork,
  createRandom,
  createWebhooks,
  type Shopper,
  shop,
  type Visit,
} from './actors.ts';
import { createApiProcess, killAtRandom } from './processes.ts';

interface Ending {
  readonly db: Database;
  readonly bank: RazorpayDouble;
  readonly visits: readonly Visit[];
  /** Pieces of each product before the first visit. */
  readonly initialStock: number;
  readonly crashes: readonly string[];
}

type OrderRow = typeof orderTable.$inferSelect;

type Pieces = ReadonlyMap<string, number>;

/** Returns the pieces of each product in these rows. */
function piecesOf(rows: readonly Pick<OrderRow, 'lines'>[]): Pieces {
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

/** Checks that each payment either made an order, in full, or was given back, in full. */
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

async function checkStock(orders: readonly OrderRow[], { db, visits, initialStock }: Ending) {
  const products = await db.select().from(productTable);
  const known = await db.select().from(checkouts);
  const keys = new Set(known.map(({ key }) => key));
  const lost = visits.flatMap(({ opened }) => opened).filter((key) => !keys.has(key));
  const open = known.filter(({ status }) => status === 'open');
  const [sold, held] = [piecesOf(orders), piecesOf(open)];
  const wrong = products.flatMap((product) => [
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
  return [...lost.map((key) => `checkout ${key} was answered with 201 and is lost`), ...wrong];
}

/** Compares what the shoppers were promised, what the bank took and what the database holds. */
async function findBrokenPromises(ending: Ending) {
  const orders = await ending.db.select().from(orderTable);
  return {
    orders: orders.length,
    payments: ending.bank.payments().length,
    refunds: ending.bank.refunds().size,
    /** Promises that were broken. */
    broken: [
      ...checkOrders(orders, ending),
      ...checkPayments(orders, ending),
      ...(await checkStock(orders, ending)),
      ...ending.crashes.map((crash) => `an answer of 500: ${crash}`),
    ],
  };
}

/** Returns the pieces of each product at the beginning: too few for so many shoppers. */
const initialStock = (shoppers: number): number => Math.max(1, Math.round(shoppers / 10));

const PRODUCT_COUNT = 12;

const productOf = (index: number, stock: number) => ({
  ...fromProduct(
    aProduct({ id: `product-${index}`, title: `Product ${index}`, price: 100 + index }),
  ),
  stock,
});

/** Empties the database and fills it with a small catalogue and with shoppers who are logged in. */
async function createPeople(
  db: Database,
  tokens: Tokens,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<{ readonly shoppers: readonly Shopper[]; readonly productIds: readonly string[] }> {
  await db.execute(sql`truncate shoppers, products, rate_limits restart identity cascade`);
  const catalogue = Array.from({ length: PRODUCT_COUNT }, (_, index) =>
    productOf(index, initialStock(count)),
  );
  await db.insert(productTable).values(catalogue);
  const people = Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, index + 1);
    return { random, id: random.uuid(), email: `shopper-${index}@patchwork.example` };
  });
  await db.insert(shoppers).values(
    people.map(({ id, email }) => ({
      id,
      email,
      emailKey: email,
      name: 'Meera Das',
      firstName: 'Meera',
      lastName: 'Das',
      profile: {},
      passwordHash: 'none: no one logs in with it',
    })),
  );
  await db.insert(addresses).values(people.map(({ id }) => ({ ...anAddress, shopperId: id })));
  return {
    productIds: catalogue.map(({ id }) => id),
    shoppers: await Promise.all(
      people.map(async ({ id, email, random }) => ({
        random,
        addressId: anAddress.id,
        token: await openSession(db, tokens, { id, email }),
      })),
    ),
  };
}

/** Random stream of the killer. The shoppers have the next ones, the webhooks the last. */
const KILLER_STREAM = 0;

/** Gives payments back, as the sweep of a process does: those that are killed run it only once a minute. */
const giveBack = (db: Database, bank: RazorpayDouble): Promise<void> =>
  giveBackPayments({
    db,
    provider: createRazorpay({ ...bank, apiUrl: bank.url }),
    log: pino({ level: 'silent' }),
  });

/** Simulates a day of the shop: everyone shops at once while processes are killed, then everyone comes back. */
export async function runSeed(stage: Stage, seed: number, count: number) {
  const { use, tokens, bank, processes } = stage;
  const start = performance.now();
  bank.forget();
  const { shoppers, productIds } = await use((db) => createPeople(db, tokens, { seed, count }));
  const network = createNetwork(processes.map(({ url }) => url));
  const webhooks = createWebhooks(network, createRandom(seed, count + 1));
  const world = { network, bank, webhooks, productIds };
  const closing = new AbortController();
  const killer = createRandom(seed, KILLER_STREAM);
  const killing = killAtRandom(processes, killer, network.countAnswers, closing.signal);
  const visits = await Promise.all(shoppers.map((shopper) => shop(world, shopper)));
  await webhooks.settled();
  closing.abort();
  const kills = await killing;
  await Promise.all(
    shoppers.map((shopper, index) => {
      const visit = visits[index];
      return visit && comeBack(world, shopper, visit);
    }),
  );
  const summary = await use(async (db) => {
    await giveBack(db, bank);
    const crashes = [...network.crashes];
    return findBrokenPromises({ db, bank, visits, initialStock: initialStock(count), crashes });
  });
  return { seed, kills, seconds: (performance.now() - start) / 1000, ...summary };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts two API processes on one Postgres, or one on an embedded database, and a payment provider. */
export async function openStage(
  database: Exclude<Settings['database'], { readonly kind: 'memory' }>,
) {
  const tokenSecret = 'a secret of the simulation, long enough';
  const bank = await openRazorpayDouble();
  const env = {
    ...(database.kind === 'folder'
      ? { PATCHWORK_DATA: database.folder }
      : { DATABASE_URL: database.url }),
    TOKEN_SECRET: tokenSecret,
    RAZORPAY_KEY_ID: bank.keyId,
    RAZORPAY_KEY_SECRET: bank.keySecret,
    RAZORPAY_WEBHOOK_SECRET: bank.webhookSecret,
    RAZORPAY_API_URL: bank.url,
  };
  const count = database.kind === 'folder' ? 1 : 2;
  const processes = await Promise.all(Array.from({ length: count }, () => createApiProcess(env)));
  const startAll = () => Promise.all(processes.map((each) => each.start()));
  await startAll();
  return {
    /** Runs work in the database. The process of an embedded one is stopped meanwhile. */
    use: async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      const isShared = database.kind === 'postgres';
      if (!isShared) await Promise.all(processes.map((each) => each.stop()));
      const { db, close } = await openDatabase(database);
      try {
        return await work(db);
      } finally {
        await close();
        if (!isShared) await startAll();
      }
    },
    tokens: createTokens(tokenSecret),
    bank,
    processes,
    close: async () => {
      await Promise.all(processes.map((each) => each.kill()));
      await bank.stop();
    },
  };
}

/** Simulates days of the shop, and prints a line for each seed. Returns how many promises were broken. */
export async function simulateDays({
  seeds,
  from,
  shoppers,
}: Readonly<Record<'seeds' | 'from' | 'shoppers', number>>): Promise<number> {
  const sum = { orders: 0, payments: 0, refunds: 0, kills: 0, broken: 0 };
  await onPostgres(async (url) => {
    const stage = await openStage({ kind: 'postgres', url, connections: 4 });
    try {
      for (let seed = from; seed < from + seeds; seed += 1) {
        const outcome = await runSeed(stage, seed, shoppers);
        const { broken, seconds, orders, payments, refunds, kills } = outcome;
        const counts = { orders, payments, refunds, kills, broken: broken.length };
        for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof sum] += count;
        const line = `${orders} orders, ${payments} payments, ${refunds} refunds, ${kills} kills`;
        console.log(`seed ${seed}: ${line}, ${seconds.toFixed(1)} s`, ...broken.slice(0, 10));
      }
    } finally {
      await stage.close();
    }
  });
  console.log('all:', sum);
  return sum.broken;
}
