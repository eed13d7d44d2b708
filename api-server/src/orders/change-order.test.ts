import { eq } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { ago, fromNow } from '../database/expressions.ts';
import { cartLines, orders, refunds } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';
import { createRazorpay } from '../payment/razorpay.ts';
import { OTHER_ACCOUNT_GRACE_MS } from '../rows/checkout-row.ts';
import { describeOnEachDatabase } from '../testing/databases.ts';
import { openRazorpayDouble, type RazorpayDouble } from '../testing/razorpay-double.ts';
import { createAccount, openTestShop, type TestShop } from '../testing/shop.ts';
import { payDueRefunds } from './refunds.ts';

const STOCK = 5;
const BOUGHT = 3;
const TOTAL_PAISE = 3 * 2499_00;

let shop: TestShop;
let bank: RazorpayDouble;
let provider: PaymentProvider;
let atBank: ReturnType<TestShop['startProcess']>;

/** Creates a shopper who has bought three pieces and paid through Razorpay. */
async function openCustomer() {
  const shopper = await shop.openShopper();
  const { key, id } = shopper;
  await shop.db.update(cartLines).set({ quantity: BOUGHT }).where(eq(cartLines.shopperId, id));
  const { data } = await shopper.open(atBank);
  const { paymentId, signature } = bank.pay(data.checkout.payment.orderId);
  const { status } = await shopper.confirm({ paymentId, signature }, atBank);
  expect(status).toBe(201);
  const isOwn = eq(refunds.orderId, key);
  return {
    ...shopper,
    paymentId,
    async events() {
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, key));
      return row?.events.map(({ type }) => type);
    },
    refunds: () => shop.db.select().from(refunds).where(isOwn),
    /** Changes the time of the next attempt to pay the refund. */
    tryNext: (nextAttemptAt: ReturnType<typeof ago>) =>
      shop.db.update(refunds).set({ nextAttemptAt }).where(isOwn),
  };
}

describeOnEachDatabase((newDatabase) => {
  beforeAll(async () => {
    bank = await openRazorpayDouble();
    provider = createRazorpay({ ...bank, apiUrl: bank.url });
    shop = await openTestShop(await newDatabase());
    atBank = shop.startProcess({ provider });
  });
  afterAll(async () => {
    await shop.close();
    await bank.stop();
  });
  beforeEach(async () => {
    bank.loseAnswers(false);
    bank.failWith(undefined);
    await shop.reset(STOCK);
  });

  test('concurrent cancellations of an order create one event and one refund, and return its pieces to stock once', async () => {
    const { cancelOrder, events, refunds, paymentId } = await openCustomer();
    expect(await shop.stockNow()).toMatchObject({ stock: STOCK - BOUGHT, held: 0 });
    const other = shop.startProcess({ provider });
    const answers = await Promise.all(
      [atBank, other, atBank, other, atBank].map((process) => cancelOrder(process)),
    );
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await events()).toEqual(['cancelled', 'refunded']);
    expect(await refunds()).toMatchObject([{ cause: 0, amount: TOTAL_PAISE / 100 }]);
    expect(await shop.stockNow()).toMatchObject({ stock: STOCK, held: 0 });
    expect(bank.refunded(paymentId)).toBe(TOTAL_PAISE);
  });

  test('a refund whose response was lost is requested again and not paid twice', async () => {
    const { cancelOrder, events, refunds, paymentId, tryNext } = await openCustomer();
    bank.loseAnswers();
    const { status, data } = await cancelOrder(atBank);
    expect(status).toBe(200);
    expect(data.order.events).toMatchObject([{ type: 'cancelled' }]);
    expect(bank.refunded(paymentId)).toBe(TOTAL_PAISE);
    bank.loseAnswers(false);
    await payDueRefunds(atBank.services);
    expect(await refunds()).toMatchObject([{ attempts: 1, refundedAt: null }]);
    await tryNext(ago(1));
    await payDueRefunds(atBank.services);
    await payDueRefunds(atBank.services);
    expect(await events()).toEqual(['cancelled', 'refunded']);
    expect(bank.refunded(paymentId)).toBe(TOTAL_PAISE);
  });

  test('a refund of a killed process is recorded by another process and not paid twice', async () => {
    const { cancelOrder, events, refunds, paymentId, tryNext } = await openCustomer();
    bank.failWith(500);
    await cancelOrder(atBank);
    bank.failWith(undefined);
    const [refund] = await refunds();
    // The process was killed while it held the claim, after the provider had accepted the refund.
    await tryNext(fromNow(1_000));
    await provider.refund({ paymentId, amountPaise: TOTAL_PAISE, key: refund?.id ?? '' });
    await payDueRefunds(atBank.services);
    expect(await events()).toEqual(['cancelled']);
    await tryNext(ago(1));
    await Promise.all([payDueRefunds(atBank.services), payDueRefunds(atBank.services)]);
    expect(await events()).toEqual(['cancelled', 'refunded']);
    expect(bank.refunded(paymentId)).toBe(TOTAL_PAISE);
  });

  test('a refund is paid by the account that received the payment, at once even if another has logged a failure', async () => {
    const logged: { msg: string }[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void logged.push(JSON.parse(line)) });
    const changed = shop.startProcess(createAccount('rzp_live_new'), log);
    const { cancelOrder, events, paymentId, tryNext } = await openCustomer();
    expect((await cancelOrder(changed)).status).toBe(200);
    expect(logged).toEqual([]);
    await tryNext(ago(OTHER_ACCOUNT_GRACE_MS + 1));
    await payDueRefunds(changed.services);
    expect(logged).toMatchObject([{ level: 50, payment: paymentId }]);
    await payDueRefunds(atBank.services);
    expect(await events()).toEqual(['cancelled', 'refunded']);
    expect(bank.refunded(paymentId)).toBe(TOTAL_PAISE);
  });

  test('an order whose random number is taken gets another one', async () => {
    const bytes = vi.spyOn(crypto, 'getRandomValues');
    let calls = 0;
    bytes.mockImplementation((array) => {
      calls += 1;
      return (array as Uint8Array).fill(Math.floor(calls / 3)) as typeof array;
    });
    const numbers = [];
    for (const { key } of [await openCustomer(), await shop.reset(STOCK).then(openCustomer)]) {
      const [row] = await shop.db.select().from(orders).where(eq(orders.id, key));
      numbers.push(row?.number);
    }
    bytes.mockRestore();
    expect(numbers).toEqual(['PW-0000-0000', 'PW-1111-1111']);
  });
});
