import { isDeepStrictEqual } from 'node:util';
import { mailAbout } from '@patchwork/api/mail';
import { decodeAddress, decodeLine, encodeEvent } from '@patchwork/api/wire';
import {
  decide,
  dueRefunds,
  exchangeCash,
  exchangeDeadline,
  exchangedLine,
  hasExchange,
  isInExchange,
  type LineItem,
  lineNow,
  lineState,
  type OrderAction,
  type OrderEvent,
  type OrderLife,
  ok,
  orderStatus,
  refundedAmount,
} from '@patchwork/domain';
import { anAddress, aProduct } from '@patchwork/domain/testing';
import { isNull, sql } from 'drizzle-orm';
import { pino } from 'pino';
import { createTokens, openSession, type Tokens } from '../../api-server/src/auth/sessions.ts';
import { giveBackPayments } from '../../api-server/src/checkout/sweep.ts';
import type { Database } from '../../api-server/src/database/database.ts';
import { openDatabase } from '../../api-server/src/database/open.ts';
import {
  addresses,
  auditEntries,
  checkouts,
  mails,
  orders as orderTable,
  pinCodes,
  products as productTable,
  refunds as refundTable,
  shoppers,
} from '../../api-server/src/database/schema.ts';
import { payDueRefunds } from '../../api-server/src/orders/refunds.ts';
import { createRazorpay } from '../../api-server/src/payment/razorpay.ts';
import { lifeOf } from '../../api-server/src/rows/order-row.ts';
import { fromProduct } from '../../api-server/src/rows/product-row.ts';
import { DATABASE_WAIT_MS, type Settings } from '../../api-server/src/settings.ts';
import { onPostgres } from '../../api-server/src/testing/postgres.ts';
import {
  openRazorpayDouble,
  type RazorpayDouble,
} from '../../api-server/src/testing/razorpay-double.ts';
import {
  CASH_FEE,
  comeBack,
  createNetwork,
  createRandom,
  createWebhooks,
  type Shopper,
  type Visit,
  shop as visitShop,
} from './actors.ts';
import { createApiProcess, killAtRandom } from './processes.ts';

interface Ending {
  readonly db: Database;
  readonly bank: RazorpayDouble;
  readonly visits: readonly Visit[];
  /** Stock of each product before the first visit. */
  readonly initialStock: number;
  readonly crashes: readonly string[];
}

type OrderRow = typeof orderTable.$inferSelect;

type Pieces = ReadonlyMap<string, number>;

/** Sums up the pieces of each product in these lines. */
function piecesOf(lines: readonly LineItem[]): Pieces {
  const pieces = new Map<string, number>();
  for (const { product, quantity } of lines) {
    pieces.set(product.id, (pieces.get(product.id) ?? 0) + quantity);
  }
  return pieces;
}

const twice = (values: readonly string[]): readonly string[] =>
  values.filter((value, index) => values.indexOf(value) !== index);

function checkOrders(orders: readonly OrderRow[], { visits }: Ending): string[] {
  const ids = new Set(orders.map(({ id }) => id));
  const lost = visits.flatMap(({ confirmed }) => confirmed).filter((id) => !ids.has(id));
  const wrongSums = orders.filter(
    ({ lines, total, cashFee }) =>
      total !== lines.reduce((sum, { qty, price }) => sum + qty * Number(price), cashFee ?? 0),
  );
  return [
    ...lost.map((id) => `order ${id} was answered with 201 and is lost`),
    ...twice(orders.map(({ paymentReference }) => paymentReference)).map(
      (payment) => `payment ${payment} made two orders`,
    ),
    ...wrongSums.map(({ id }) => `the total of order ${id} is not the sum of its lines`),
  ];
}

const sumOf = (events: readonly OrderEvent[]): number =>
  events.reduce((sum, event) => sum + (event.type === 'refunded' ? event.amount : 0), 0);

/**
 * Checks that each payment either created an order or was refunded in full, and that orders were refunded correctly.
 */
function checkPayments(orders: readonly OrderRow[], { bank }: Ending): string[] {
  const orderOf = new Map(orders.map((order) => [order.paymentReference, order]));
  const paid = bank.payments();
  const known = new Set(paid.map(({ id }) => id));
  return [
    ...paid.flatMap(({ id, amount }) => {
      const order = orderOf.get(id);
      const returned = bank.refunded(id);
      if (!order) {
        return returned === amount
          ? []
          : [`payment ${id} made no order, and ${returned} came back`];
      }
      const life = lifeOf(order);
      const refunded = refundedAmount(life);
      const byHand = sumOf(life.events.filter((event) => 'reference' in event));
      return [
        ...(order.total * 100 === amount ? [] : [`order ${order.id} is not what was paid`]),
        ...((refunded - byHand) * 100 === returned
          ? []
          : [`order ${order.id} has refunds of ${refunded}, but ${returned / 100} came back`]),
        ...(refunded <= order.total + exchangeCash(life)
          ? []
          : [`order ${order.id} was paid back more than paid`]),
      ];
    }),
    ...orders
      .filter(({ paymentReference, cashFee }) => cashFee === null && !known.has(paymentReference))
      .map(({ id }) => `order ${id} was never paid`),
  ];
}

/** Returns the action that led from an order to its next event. */
function actionOf({ events }: OrderLife, event: OrderEvent): OrderAction {
  switch (event.type) {
    case 'packed':
      return { type: 'pack' };
    case 'shipped':
      return { ...event, type: 'ship' };
    case 'delivered':
      return { type: 'deliver' };
    case 'cancelled':
      if (events.some(({ type }) => type === 'shipped')) return { type: 'refuse' };
      return { ...event, type: 'cancel', by: 'operator' };
    case 'returnAsked':
      return { ...event, type: 'askReturn', days: 1 };
    case 'returnAccepted':
      return { ...event, type: 'acceptReturn' };
    case 'returnDeclined':
      return { ...event, type: 'declineReturn' };
    case 'exchangeAsked': {
      const { products, to, reason } = event;
      const days = (Date.parse(event.until) - Date.parse(event.at)) / (24 * 3_600_000);
      return {
        ...{ type: 'askExchange', product: products[0] ?? '', to: to.id, offer: ok(to) },
        ...{ reason, returnDays: 1, days },
      };
    }
    case 'exchangeWithdrawn':
      return { type: 'withdrawExchange', product: event.products[0] ?? '' };
    case 'exchangeExpired':
      return { type: 'expireExchange' };
    case 'exchangeDeclined':
      return { ...event, type: 'declineExchange' };
    case 'exchangeSent':
      return { ...event, type: 'sendExchange' };
    case 'exchanged':
      return { ...event, type: 'completeExchange' };
    case 'refundGranted':
      return { ...event, type: 'grantRefund' };
    case 'refunded': {
      const { cause, reference } = event;
      if (reference === undefined) return { type: 'confirmRefund', cause };
      const products = Object(events[cause]).products;
      return { type: 'recordRefund', products, reference };
    }
  }
}

function countEach(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Returns a sentence for each text whose count differs from the expected one. */
function differences(what: string, actual: readonly string[], expected: readonly string[]) {
  const [found, wanted] = [countEach(actual), countEach(expected)];
  return [...new Set([...actual, ...expected])].flatMap((text) => {
    const [one, other] = [found.get(text) ?? 0, wanted.get(text) ?? 0];
    return one === other ? [] : [`${what} ${text}: ${one} instead of ${other}`];
  });
}

/**
 * Checks that each event is possible after the previous ones, that each status follows from its order's events, and
 * that no confirmed event is lost.
 */
function checkEvents(orders: readonly OrderRow[], { visits }: Ending): string[] {
  const byId = new Map(orders.map((order) => [order.id, order]));
  const illegal = orders.flatMap((order) => {
    const life = lifeOf(order);
    return life.events.flatMap((event, index) => {
      const events = life.events.slice(0, index);
      const decided = decide({ ...life, events }, actionOf({ ...life, events }, event), event.at);
      const made = decided.ok && decided.value ? encodeEvent(decided.value) : decided;
      const isLate = (events.at(-1)?.at ?? '') > event.at;
      return isDeepStrictEqual(made, order.events[index]) && !isLate
        ? []
        : [`order ${order.id}: event ${index} (${event.type}) does not follow`];
    });
  });
  const wrongStatuses = orders.filter((order) => {
    const life = lifeOf(order);
    return (
      order.status !== orderStatus(life) ||
      order.hasExchange !== hasExchange(life) ||
      order.exchangeUntil?.toISOString() !== exchangeDeadline(life)
    );
  });
  const lost = visits
    .flatMap(({ changed }) => changed)
    .filter(({ _id, events }) => {
      const kept = byId.get(_id)?.events.slice(0, events.length);
      return !isDeepStrictEqual(kept, events);
    });
  return [
    ...illegal,
    ...wrongStatuses.map(
      ({ id, status }) => `the columns of order ${id}, ${status}, are not those of its events`,
    ),
    ...lost.map(({ _id }) => `order ${_id} has lost an event that was answered`),
  ];
}

const operatorEvents: readonly string[] = [
  'packed',
  'shipped',
  'delivered',
  'returnAccepted',
  'returnDeclined',
  'exchangeDeclined',
  'exchangeSent',
  'exchanged',
  'refundGranted',
] satisfies OrderEvent['type'][];

/**
 * Checks that refunds, mails and audit entries are exactly those that the orders require, and that refunds are paid.
 */
async function checkTraces(orders: readonly OrderRow[], { db }: Ending): Promise<string[]> {
  const refunds = await db.select().from(refundTable);
  // What was paid in cash stays due until the operator pays it.
  const waiting = orders.flatMap((order) =>
    dueRefunds(lifeOf(order)).flatMap(({ cause, amount, byHand }) =>
      byHand ? `${order.id} ${cause} ${amount}` : [],
    ),
  );
  const unpaid = refunds.filter(({ refundedAt, byHand }) => refundedAt === null && !byHand);
  const due = orders.filter((order) => dueRefunds(lifeOf(order)).some(({ byHand }) => !byHand));
  const paid = orders.flatMap(({ id, events }) =>
    events.flatMap((event) =>
      event.type === 'refunded' ? [`${id} ${event.cause} ${event.amount}`] : [],
    ),
  );
  const sent = (await db.select().from(mails)).map(({ kind, data }) => `${kind} ${data.number}`);
  const toSend = orders.flatMap((order) => {
    const life = { ...lifeOf(order), number: order.number };
    const address = decodeAddress(order.address);
    const about = { ...life, address, isEmailConfirmed: false };
    return [undefined, ...life.events].flatMap((event) => {
      const mail = mailAbout(about, event);
      return mail ? [`${mail.kind} ${about.number}`] : [];
    });
  });
  const isOperators = (event: { readonly type: string }) =>
    operatorEvents.includes(event.type) || 'reference' in event;
  const noted = (await db.select().from(auditEntries)).flatMap(({ subject, after }) => {
    const { event } = after as { event: OrderEvent };
    return isOperators(event) ? [`${subject} ${event.type} ${event.at}`] : [];
  });
  const toNote = orders.flatMap((order) =>
    order.events.filter(isOperators).map(({ type, at }) => `${order.number} ${type} ${at}`),
  );
  return [
    ...unpaid.map(({ id }) => `refund ${id} is not paid`),
    ...due.map(({ id }) => `order ${id} has a refund that is due`),
    ...differences(
      'refund',
      refunds.map(({ orderId, cause, amount }) => `${orderId} ${cause} ${amount}`),
      [...paid, ...waiting],
    ),
    ...differences('mail', sent, toSend),
    ...differences('audit entry', noted, toNote),
  ];
}

/** Returns the lines whose pieces have not been returned to stock, with the pieces that their shopper has. */
function keptLines(order: OrderRow): LineItem[] {
  const life = lifeOf(order);
  return life.lines.flatMap((line) =>
    ['cancelled', 'returned'].includes(lineState(life, line.product.id)) ? [] : lineNow(life, line),
  );
}

/** Returns what is reserved for exchanges. */
function linesInExchange(order: OrderRow): LineItem[] {
  const life = lifeOf(order);
  return life.lines.flatMap((line) =>
    isInExchange(life, line.product.id) ? exchangedLine(life, line) : [],
  );
}

async function checkStock(orders: readonly OrderRow[], { db, visits, initialStock }: Ending) {
  const products = await db.select().from(productTable);
  const known = await db.select().from(checkouts);
  const keys = new Set(known.map(({ key }) => key));
  const lost = visits.flatMap(({ opened }) => opened).filter((key) => !keys.has(key));
  const open = known.filter(({ status }) => status === 'open');
  const reserved = open.flatMap(({ lines }) => lines.map(decodeLine));
  const sold = piecesOf(orders.flatMap(keptLines));
  const held = piecesOf([...reserved, ...orders.flatMap(linesInExchange)]);
  const wrong = products.flatMap((product) => [
    ...(product.stock < 0 || product.held > product.stock
      ? [`${product.id}: stock ${product.stock}, held ${product.held}`]
      : []),
    ...(product.stock === initialStock - (sold.get(product.id) ?? 0)
      ? []
      : [`${product.id}: ${sold.get(product.id) ?? 0} sold, but ${product.stock} left`]),
    ...(product.held === (held.get(product.id) ?? 0)
      ? []
      : [
          `${product.id}: ${product.held} held, but ${held.get(product.id) ?? 0} in checkouts and exchanges`,
        ]),
  ]);
  return [...lost.map((key) => `checkout ${key} was answered with 201 and is lost`), ...wrong];
}

/** Compares what shoppers were promised, what the bank charged and what the database contains. */
async function findBrokenPromises(ending: Ending) {
  const orders = await ending.db.select().from(orderTable);
  return {
    orders: orders.length,
    events: orders.reduce((sum, { events }) => sum + events.length, 0),
    payments: ending.bank.payments().length,
    exchanges: orders.reduce(
      (sum, { events }) => sum + events.filter(({ type }) => type === 'exchanged').length,
      0,
    ),
    refunds: ending.bank.payments().filter(({ amount_refunded: paise }) => paise > 0).length,
    /** Broken promises, one sentence each. */
    broken: [
      ...checkOrders(orders, ending),
      ...checkPayments(orders, ending),
      ...checkEvents(orders, ending),
      ...(await checkTraces(orders, ending)),
      ...(await checkStock(orders, ending)),
      ...ending.crashes.map((crash) => `an answer of 500: ${crash}`),
    ],
  };
}

/** Returns each product's initial stock, which is deliberately too small for this number of shoppers. */
const initialStock = (shoppers: number): number => Math.max(1, Math.round(shoppers / 10));

const PRODUCT_COUNT = 12;

const priceOf = (index: number): number => 100 + index;

const productOf = (index: number, stock: number) => ({
  ...fromProduct(
    aProduct({
      ...{ id: `product-${index}`, title: `Product ${index}`, price: priceOf(index) },
      style: `style-${Math.floor(index / 2)}`,
    }),
  ),
  stock,
});

/** Empties the database, and adds a small catalogue and logged-in shoppers. */
async function createPeople(
  db: Database,
  tokens: Tokens,
  { seed, count }: { readonly seed: number; readonly count: number },
): Promise<{
  readonly shoppers: readonly Shopper[];
  readonly productIds: readonly string[];
  readonly operatorToken: string;
}> {
  await db.execute(
    sql`truncate shoppers, products, rate_limits, mails, audit_entries restart identity cascade`,
  );
  const catalogue = Array.from({ length: PRODUCT_COUNT }, (_, index) =>
    productOf(index, initialStock(count)),
  );
  await db.insert(productTable).values(catalogue);
  await db
    .insert(pinCodes)
    .values({ pin: anAddress.pinCode, days: 2, isCashOnDelivery: true })
    .onConflictDoNothing();
  const people = Array.from({ length: count }, (_, index) => {
    const random = createRandom(seed, index + 1);
    const operatorRandom = createRandom(seed, count + 2 + index);
    const email = `shopper-${index}@patchwork.example`;
    return { random, operatorRandom, id: random.uuid(), email, role: 'shopper' as const };
  });
  const operator = {
    id: createRandom(seed, 2 * count + 2).uuid(),
    email: 'operator@patchwork.example',
    role: 'operator' as const,
  };
  const passwordHash = 'none: no one logs in with it';
  await db.insert(shoppers).values(
    [...people, operator].map(({ id, email, role }) => ({
      id,
      email,
      role,
      emailKey: email,
      name: 'Meera Das',
      firstName: 'Meera',
      lastName: 'Das',
      profile: {},
      passwordHash,
    })),
  );
  await db.insert(addresses).values(people.map(({ id }) => ({ ...anAddress, shopperId: id })));
  const logIn = async (owner: { readonly id: string; readonly email: string }) =>
    (await openSession(db, tokens, { ...owner, passwordHash })) ?? '';
  const loggedIn: Shopper[] = [];
  // One after another: on a busy machine, the last of many at once would wait too long for a connection.
  for (const { random, operatorRandom, ...owner } of people) {
    const token = await logIn(owner);
    loggedIn.push({ random, operatorRandom, addressId: anAddress.id, token });
  }
  return {
    productIds: catalogue.map(({ id }) => id),
    operatorToken: await logIn(operator),
    shoppers: loggedIn,
  };
}

/**
 * Number of the killer's random stream. The next numbers belong to the shoppers, followed by the webhooks and the
 * operator's actions for each shopper.
 */
const KILLER_STREAM = 0;

/**
 * Settles refunds as a process's sweep does, because the sweep runs only once a minute: too rarely for processes that
 * are killed.
 */
async function payBack(db: Database, bank: RazorpayDouble): Promise<void> {
  const provider = createRazorpay({ ...bank, apiUrl: bank.url });
  const services = { db, provider, log: pino({ level: 'silent' }) };
  await giveBackPayments(services);
  // Expires the claims of killed processes.
  await db
    .update(refundTable)
    .set({ nextAttemptAt: sql`now()` })
    .where(isNull(refundTable.refundedAt));
  await payDueRefunds(services);
}

/** Maximum number of shoppers in the shop at once. */
const MAX_AT_ONCE = 40;

/** Simulates one day: everyone shops while processes are killed, then everyone returns. */
export async function runSeed(stage: Stage, seed: number, count: number) {
  const { use, tokens, bank, processes } = stage;
  const start = performance.now();
  bank.forget();
  const { shoppers, ...shop } = await use((db) => createPeople(db, tokens, { seed, count }));
  const network = createNetwork(processes);
  const webhooks = createWebhooks(network, createRandom(seed, count + 1));
  const world = { network, bank, webhooks, ...shop };
  const closing = new AbortController();
  const killer = createRandom(seed, KILLER_STREAM);
  // About one kill in a day of five shoppers, ten in one of 200.
  const pause = 100 + 3 * count;
  const killing = killAtRandom(processes, killer, network.countAnswers, pause, closing.signal);
  const visits: Visit[] = [];
  const arriving = shoppers.entries();
  const enter = async () => {
    for (const [index, shopper] of arriving) visits[index] = await visitShop(world, shopper);
  };
  await Promise.all(Array.from({ length: MAX_AT_ONCE }, enter));
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
    await payBack(db, bank);
    const crashes = [...network.crashes];
    return findBrokenPromises({ db, bank, visits, initialStock: initialStock(count), crashes });
  });
  return { seed, kills, seconds: (performance.now() - start) / 1000, ...summary };
}

export type Stage = Awaited<ReturnType<typeof openStage>>;

/** Starts a payment provider, and two API processes on one Postgres database or one process on an embedded database. */
export async function openStage(
  database: Exclude<Settings['database'], { readonly kind: 'memory' }>,
) {
  const tokenSecret = 'a secret of the simulation that is long enough';
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
    COD_LIMIT: '100000',
    COD_FEE: String(CASH_FEE),
  };
  const count = database.kind === 'folder' ? 1 : 2;
  const processes = await Promise.all(Array.from({ length: count }, () => createApiProcess(env)));
  const startAll = () => Promise.all(processes.map((each) => each.start()));
  await startAll();
  const shared = database.kind === 'postgres' ? await openDatabase(database) : undefined;
  return {
    /** Runs `work` on the database. An embedded database's process is stopped meanwhile. */
    use: async <T>(work: (db: Database) => Promise<T>): Promise<T> => {
      if (shared) return work(shared.db);
      await Promise.all(processes.map((each) => each.stop()));
      const { db, close } = await openDatabase(database);
      try {
        return await work(db);
      } finally {
        await close();
        await startAll();
      }
    },
    tokens: createTokens(tokenSecret),
    bank,
    processes,
    close: async () => {
      await Promise.all(processes.map((each) => each.kill()));
      await shared?.close();
      await bank.stop();
    },
  };
}

/** Simulates one day for each seed and prints a line for it. Returns the number of broken promises. */
export async function simulateDays({
  seeds,
  from,
  shoppers,
}: Readonly<Record<'seeds' | 'from' | 'shoppers', number>>): Promise<number> {
  const sum = { orders: 0, events: 0, payments: 0, exchanges: 0, refunds: 0, kills: 0, broken: 0 };
  await onPostgres(async (url) => {
    const stage = await openStage({
      kind: 'postgres',
      url,
      connections: 4,
      waitMs: DATABASE_WAIT_MS,
    });
    try {
      for (let seed = from; seed < from + seeds; seed += 1) {
        const outcome = await runSeed(stage, seed, shoppers);
        const { broken, seconds, orders, events, payments, exchanges, refunds, kills } = outcome;
        const counts = {
          ...{ orders, events, payments, exchanges, refunds, kills },
          broken: broken.length,
        };
        for (const [name, count] of Object.entries(counts)) sum[name as keyof typeof sum] += count;
        const line = `${orders} orders, ${events} events, ${payments} payments, ${exchanges} exchanges, ${refunds} refunds, ${kills} kills`;
        console.log(`seed ${seed}: ${line}, ${seconds.toFixed(1)} s`, ...broken.slice(0, 10));
      }
    } finally {
      await stage.close();
    }
  });
  console.log('all:', sum);
  return sum.broken;
}
