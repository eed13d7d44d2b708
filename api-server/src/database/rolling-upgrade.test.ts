import { expect, onTestFinished, test, vi } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { query } from '../testing/postgres.ts';
import { openTestServer } from '../testing/server.ts';
import { calledPatiently, signUp } from '../testing/shopper.ts';
import { migrationsWith } from './migrations.test.ts';
import { bringUpToDate } from './postgres.ts';

const PRODUCTS = 100_000;
/** So few products are sold that shoppers wait for each other's rows. */
const SOLD_PRODUCTS = 10;
const STOCK = 1_000_000;
const PRICE = 700;
const SHOPPERS = 6;
/** Orders before the upgrade begins, and again after its end. */
const ORDERS = 12;
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

/** Sells until `stop`, which fails if a purchase did. */
function startSelling(server: ApiServer) {
  const orders: string[] = [];
  let isOver = false;
  const shoppers = Array.from({ length: SHOPPERS }, async (_, shopper) => {
    const { call, add, buy } = await signUp(calledPatiently(server));
    for (let count = shopper; !isOver; count += 1) {
      expect((await call('GET', `/products/shirt-${count + 1}`)).status).toBe(200);
      await add(`shirt-${(count % SOLD_PRODUCTS) + 1}`);
      const bought = await buy();
      expect(bought.status, JSON.stringify(bought.data)).toBe(201);
      orders.push(bought.data.order._id);
    }
  });
  return {
    orders,
    stop: async () => {
      isOver = true;
      await Promise.all(shoppers);
    },
  };
}

describeOnPostgres('a version that sells', (newDatabase) => {
  test(
    'goes on while the next one gives 100,000 products a column and an index',
    async () => {
      const database = await newDatabase(5);
      const { url } = database;
      const server = await openTestServer({ database });
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
