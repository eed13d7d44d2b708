import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { encodeAddress } from '@patchwork/api/wire';
import { anAddress } from '@patchwork/domain/testing';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { createDatabase, query } from '../testing/postgres.ts';
import { openTestServer } from '../testing/server.ts';
import { migrationsWith } from './migrations.test.ts';
import { bringUpToDate } from './postgres.ts';

const postgresUrl = inject('postgresUrl');

const PRODUCTS = 100_000;
/** So few products are sold that shoppers wait for each other's rows. */
const SOLD_PRODUCTS = 10;
const STOCK = 1_000_000;
const PRICE = 700;
const SHOPPERS = 6;
/** Orders before the upgrade begins, and again after its end. */
const ORDERS = 12;
const RETRY_MS = 50;
/** It takes five seconds, beside the work of others up to a minute. */
const TIMEOUT_MS = 120_000;

/** Without triggers, and without indexes that nothing here uses, the rows are there in half the time. */
const fillCatalogue = `
  drop index products_search, products_search_letters, products_category_price, products_size;
  alter table products disable trigger user;
  insert into products (id, title, search_title, description, image, category, size, price,
    original_price, rating, reviews, stock, delivery_days, trending)
  select 'shirt-' || n, 'Shirt ' || n, 'shirt ' || n, 'A shirt', 'shirt.svg', 'MEN', 'M', ${PRICE},
    ${PRICE}, 4.5, '12', ${STOCK}, 3, false
  from generate_series(1, ${PRODUCTS}) as n;
  alter table products enable trigger user`;

/** Locks tables in the opposite order of a checkout, and more of them than a checkout can wait for. */
const addColumns = `
  alter table "products" add column "fabric" text;--> statement-breakpoint
  alter table "checkouts" add column "note" text;--> statement-breakpoint
  alter table "shoppers" add column "phone" text;`;

const addIndex = `create index concurrently "products_fabric" on "products" ("fabric", "position");`;

/** Statuses that the shop answered. */
type Answers = Set<number | 'try again'>;

/** Calls of one shopper. A call answered with 503 and Retry-After is sent again. */
function connect(server: ApiServer, answers: Answers, token = '') {
  return async (method: string, path: string, body?: object) => {
    for (;;) {
      const response = await server.fetch(
        new Request(`http://localhost${path}`, {
          method,
          headers: { authorization: token, 'content-type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        }),
      );
      const { status } = response;
      const mayRetry = status === 503 && response.headers.has('retry-after');
      answers.add(mayRetry ? 'try again' : status);
      const data = await response.json();
      if (response.ok) return data;
      if (!mayRetry) throw new Error(`${method} ${path}: ${status} ${JSON.stringify(data)}`);
      await wait(RETRY_MS);
    }
  };
}

type Call = ReturnType<typeof connect>;

async function signUp(server: ApiServer, answers: Answers): Promise<Call> {
  const password = 'thread-and-needle';
  const email = `${randomUUID()}@patchwork.example`;
  const account = { name: 'Meera Das', email, password, confirmPassword: password };
  const { encodedToken } = await connect(server, answers)('POST', '/api/auth/signup', account);
  const call = connect(server, answers, encodedToken);
  await call('POST', '/api/user/addresses', { address: encodeAddress(anAddress) });
  return call;
}

/** Buys one piece. Returns the order's id. */
async function buy(call: Call, productId: string): Promise<string> {
  await call('POST', '/api/user/cart', { product: { _id: productId } });
  const key = randomUUID();
  const lines = [{ _id: productId, qty: 1, price: PRICE }];
  const request = { key, addressId: anAddress.id, lines };
  const { checkout } = await call('POST', '/api/user/checkouts', request);
  const simulator = `/api/simulator/orders/${checkout.payment.orderId}/payment`;
  const payment = await call('POST', simulator, { outcome: 'success' });
  const { order } = await call('POST', `/api/user/checkouts/${key}/confirmation`, payment);
  return order._id;
}

/** Sells until `stop`, which returns the orders that were answered. */
function startSelling(server: ApiServer) {
  const answers: Answers = new Set();
  const orders: string[] = [];
  let isOver = false;
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    const call = await signUp(server, answers);
    for (let count = shopper; !isOver; count += 1) {
      await call('GET', `/api/products/shirt-${count + 1}`);
      orders.push(await buy(call, `shirt-${(count % SOLD_PRODUCTS) + 1}`));
    }
  });
  return {
    orders,
    answers,
    stop: async () => {
      isOver = true;
      await Promise.all(shoppers);
    },
  };
}

describe.skipIf(postgresUrl === null)('a version that sells', () => {
  test(
    'goes on while the next one gives 100,000 products a column and an index',
    async () => {
      const { url, drop } = await createDatabase(postgresUrl ?? '');
      onTestFinished(drop);
      const server = await openTestServer({ database: { kind: 'postgres', url, connections: 5 } });
      onTestFinished(server.stop);
      await query(url, fillCatalogue);
      const next = await migrationsWith([addColumns, addIndex]);
      const selling = startSelling(server);
      onTestFinished(selling.stop);
      const sellMore = async () => {
        const enough = selling.orders.length + ORDERS;
        await vi.waitUntil(() => selling.orders.length >= enough, { timeout: TIMEOUT_MS });
      };
      await sellMore();
      await bringUpToDate(url, next);
      await sellMore();
      await selling.stop();

      const allowed: Answers = new Set([200, 201, 'try again']);
      expect([...selling.answers].filter((answer) => !allowed.has(answer))).toEqual([]);
      const stored = await query<{ id: string }>(url, 'select id from orders');
      expect(stored.map(({ id }) => id).toSorted()).toEqual(selling.orders.toSorted());
      const [pieces] = await query(
        url,
        `select sum(${STOCK} - stock)::int as sold, sum(held)::int as held from products where id like 'shirt-%'`,
      );
      expect(pieces).toEqual({ sold: selling.orders.length, held: 0 });
      const [index] = await query(
        url,
        `select indisvalid as valid from pg_index where indexrelid = 'products_fabric'::regclass`,
      );
      expect(index).toEqual({ valid: true });
    },
    TIMEOUT_MS,
  );
});
