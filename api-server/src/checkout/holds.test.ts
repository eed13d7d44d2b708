import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import type { OpenDatabase } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { checkouts, products, rateLimits } from '../database/schema.ts';
import { awaitLongWindow } from '../testing/attempt-window.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { openTestServer } from '../testing/server.ts';
import { productId } from '../testing/shop.ts';
import { signUp } from '../testing/shopper.ts';

const office = '203.0.113.7';
const elsewhere = '198.51.100.1';

describeOnEachDatabase((newDatabase) => {
  let opened: OpenDatabase;
  let server: ApiServer;

  beforeAll(async () => {
    opened = await openDatabase(await newDatabase());
    server = await openTestServer({ attempts: { perAddress: 100, perEmail: 10 } }, opened);
  });
  afterAll(() => server.stop());
  beforeEach(awaitLongWindow);
  beforeEach(async () => {
    await opened.db.update(checkouts).set({ status: 'closed' });
    await opened.db.update(products).set({ stock: 100, held: 0 });
    await opened.db.delete(rateLimits);
  });

  /** Signs up a shopper on a network, with this many pieces of the product in the cart. */
  async function shopperWith(quantity: number, network = office) {
    const at = { fetch: (request: Request) => server.fetch(request, network) };
    const shopper = await signUp(at, productId);
    await shopper.call('POST', `/user/cart/${productId}/quantity`, { quantity });
    return shopper;
  }

  const held = async () => {
    const [row] = await opened.db.select().from(products).where(eq(products.id, productId));
    return row?.held;
  };

  test('the accounts on one network reserve at most 20 pieces of a product, and other networks are not affected', async () => {
    const shoppers = [];
    while (shoppers.length < 10) shoppers.push(await shopperWith(10));
    const answers = await Promise.all(shoppers.map(({ open }) => open()));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(8);
    expect(refused[0]?.data.errors[0]).toMatch(
      /^Payments from your network .* Please complete them, or wait (?:\d+ minutes|a minute), then/,
    );
    expect(Number(refused[0]?.retryAfter)).toBeGreaterThan(0);
    expect(await held()).toBe(20);
    const other = await shopperWith(10, elsewhere);
    expect((await other.open()).status).toBe(201);
  });

  test('paid checkouts and those that were not opened don’t count, and a repeated request counts once', async () => {
    for (let order = 0; order < 3; order += 1) {
      expect((await (await shopperWith(10)).buy()).status).toBe(201);
    }
    const tooMany = await shopperWith(11);
    for (let turn = 0; turn < 3; turn += 1) expect((await tooMany.open()).status).toBe(422);
    const shopper = await shopperWith(9);
    const key = crypto.randomUUID();
    for (let turn = 0; turn < 3; turn += 1) expect((await shopper.open(key)).status).toBe(201);
    expect((await (await shopperWith(10)).open()).status).toBe(201);
    expect((await (await shopperWith(2)).open()).status).toBe(429);
    expect((await (await shopperWith(1)).open()).status).toBe(201);
  });

  test('checkouts count until the window of 15 minutes ends', async () => {
    for (const quantity of [10, 10]) await (await shopperWith(quantity)).open();
    const shopper = await shopperWith(1);
    expect((await shopper.open()).status).toBe(429);
    await opened.db
      .update(rateLimits)
      .set({ windowStart: sql`${rateLimits.windowStart} - interval '15 minutes'` });
    expect((await shopper.open()).status).toBe(201);
  });

  test('one payment that is confirmed many times at once is taken from the count once', async () => {
    await (await shopperWith(10)).open();
    const buyer = await shopperWith(1);
    const { key, payment } = (await buyer.open()).data.checkout;
    const path = `/simulator/orders/${payment.orderId}/payment`;
    const { data: paid } = await buyer.call('POST', path, { outcome: 'success' });
    const confirmed = Array.from({ length: 5 }, () => buyer.confirm(key, paid));
    for (const { status } of await Promise.all(confirmed)) expect(status).toBe(201);
    expect((await (await shopperWith(10)).open()).status).toBe(201);
    expect((await (await shopperWith(1)).open()).status).toBe(429);
  });
});
