import { setTimeout as wait } from 'node:timers/promises';
import { refusals } from '@patchwork/api/refusals';
import { demoAccount } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSession } from '../auth/sessions.ts';
import { makeOrder } from '../checkout/make-order.ts';
import { giveBackPayments } from '../checkout/sweep.ts';
import { shoppers } from '../database/schema.ts';
import { addGuest } from '../rows/seed.ts';
import { describeOnEachDatabase, describeOnPostgres } from '../testing/databases.ts';
import { openTestShop, type TestShop } from '../testing/shop.ts';
import { connect } from '../testing/shopper.ts';
import { eraseAccount } from './erase-account.ts';

const deletion = '/user/account/deletion';

describeOnEachDatabase((newDatabase) => {
  let shop: TestShop;

  beforeAll(async () => {
    shop = await openTestShop(await newDatabase(3));
  });
  afterAll(() => shop.close());

  test('a payment that succeeds after the account was deleted is refunded and creates no order', async () => {
    await shop.reset(5);
    const { account, call, cancel, id, key, open } = await shop.openShopper();
    await open();
    await cancel();
    expect((await call('POST', deletion, { password: account.password })).status).toBe(200);
    const { paymentId } = shop.account.pay(key);
    // The provider's webhook does the same: the shopper has no session any more.
    expect(await makeOrder(shop.db, key, paymentId)).toBe('soldOut');
    await giveBackPayments(shop.services);
    await giveBackPayments(shop.services);
    expect(shop.account.refunds).toEqual([paymentId]);
    expect(shop.account.refundedPaise).toEqual([2499_00]);
    expect(await shop.stockNow()).toMatchObject({ stock: 5, held: 0 });
    expect(await eraseAccount(shop.db, id, {})).toMatchObject({ error: 'shopperUnknown' });
  });

  test('a deleted account is unknown to a login, even with the text that replaced its email', async () => {
    const { account, call, id } = await shop.openShopper();
    expect((await call('POST', deletion, { password: account.password })).status).toBe(200);
    const { status, data } = await call('POST', '/auth/login', {
      email: `deleted ${id}`,
      password: '',
    });
    expect({ status, data }).toMatchObject({
      status: 404,
      data: { errors: [refusals.emailUnknown.text] },
    });
  });

  test('the guest account can’t be deleted by anyone', async () => {
    const { app, services } = shop.startProcess(shop.account);
    await addGuest(shop.db, services.passwords.hash);
    const called = { fetch: async (request: Request) => app.fetch(request, {}) };
    const { email, password } = demoAccount;
    const login = await connect(called)('POST', '/auth/login', { email, password });
    const guest = connect(called, login.data.encodedToken);
    expect(await guest('POST', deletion, { password })).toMatchObject({
      status: 403,
      data: { errors: [refusals.guestStays.text] },
    });
    expect(await eraseAccount(shop.db, login.data.foundUser._id, {})).toMatchObject({
      error: 'shopperUnknown',
    });
    expect((await guest('GET', '/user/cart')).status).toBe(200);
  });
});

describeOnPostgres('on Postgres', (newDatabase) => {
  test('a login during the account’s deletion waits for it and opens no session', async () => {
    const shop = await openTestShop(await newDatabase(3));
    const { id } = await shop.openShopper();
    const [read] = await shop.db.select().from(shoppers).where(eq(shoppers.id, id));
    if (!read) throw new Error('no such shopper');
    let isOpening = true;
    const opening = await shop.db.transaction(async (tx) => {
      expect(await eraseAccount(tx, id, {})).toMatchObject({ ok: true });
      const session = openSession(shop.db, shop.services.tokens, read).finally(() => {
        isOpening = false;
      });
      await wait(200);
      expect(isOpening).toBe(true);
      return { session };
    });
    expect(await opening.session).toBeUndefined();
    expect(await shop.sessionsOf(id)).toEqual([]);
    await shop.close();
  });
});
