import { createApiServer, readSettings } from '@patchwork/api-server';
import { openRazorpayDouble, type RazorpayDouble } from '@patchwork/api-server/testing/razorpay';
import { serve } from '@patchwork/release';
import type { Page } from '@playwright/test';
import { release } from '../release-folder.ts';
import {
  addToCart,
  expectPlaced,
  goToCheckout,
  openPayment,
  placeOrder,
  problem,
  signUp,
  storeAddress,
} from '../shopper-steps.ts';
import { expect, test } from '../support.ts';

/** Stand-in for Razorpay's script. It records the windows that the page opens, the last one last. */
const razorpayScript = `
window.opened = [];
window.Razorpay = class {
  constructor(options) { this.options = options; this.failed = []; }
  on(event, listener) { if (event === 'payment.failed') this.failed.push(listener); }
  open() { window.opened.push(this); }
  close() { this.options.modal.ondismiss(); }
};`;

/** A shop whose API takes payments through a double of Razorpay's HTTP interface. */
const onApi = test.extend<{ bank: RazorpayDouble }>({
  bank: async ({}, use) => {
    const bank = await openRazorpayDouble();
    await use(bank);
    await bank.stop();
  },
  baseURL: async ({ bank }, use) => {
    const settings = readSettings(
      {
        RAZORPAY_KEY_ID: bank.keyId,
        RAZORPAY_KEY_SECRET: bank.keySecret,
        RAZORPAY_API_URL: bank.url,
        GUEST_ACCOUNT: 'true',
        LOG_LEVEL: 'silent',
      },
      '/',
    );
    const api = await createApiServer({ ...settings, database: { kind: 'memory' } });
    const server = await serve({
      release,
      port: 0,
      defaultConfig: api.shopConfig,
      delegate: api,
    });
    await use(server.url);
    await server.stop();
    await api.stop();
  },
});

/** Opens the nth payment window and gives the options that the shop opened it with. */
async function openWindow(page: Page, count: number) {
  await page.getByRole('radio').first().check();
  await placeOrder(page).click();
  await page.waitForFunction((all) => Reflect.get(window, 'opened')?.length === all, count);
  const options = await page.evaluate(() =>
    JSON.stringify(Reflect.get(window, 'opened').at(-1).options),
  );
  return JSON.parse(options) as { key: string; amount: number; order_id: string };
}

/** Hands a payment back to the page, as Razorpay's window does. */
const handBack = (page: Page, paid: ReturnType<RazorpayDouble['pay']>) =>
  page.evaluate(({ orderId, paymentId, signature }) => {
    Reflect.get(window, 'opened').at(-1).options.handler({
      razorpay_order_id: orderId,
      razorpay_payment_id: paymentId,
      razorpay_signature: signature,
    });
  }, paid);

async function atCheckout(page: Page): Promise<void> {
  await page.route('https://checkout.razorpay.com/v1/checkout.js', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: razorpayScript }),
  );
  await signUp(page);
  await storeAddress(page);
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
}

onApi(
  'the window is opened for the API’s order, and its signature confirms the payment',
  {
    tag: ['@api', '@buying'],
  },
  async ({ page, bank, expectConsole }) => {
    expectConsole(/400/);
    await atCheckout(page);
    const options = await openWindow(page, 1);
    expect(options).toMatchObject({ key: bank.keyId, amount: 179900 });
    expect(bank.orders()).toMatchObject([{ id: options.order_id, amount: 179900 }]);

    const forged = {
      orderId: options.order_id,
      paymentId: 'pay_forged',
      signature: '0'.repeat(64),
    };
    await handBack(page, forged);
    await expect(problem(page)).toContainText('The payment could not be verified.');
    await openPayment(page).getByRole('button', { name: 'Discard this payment' }).click();

    const { order_id: orderId } = await openWindow(page, 2);
    const paid = bank.pay(orderId);
    await handBack(page, paid);
    await expectPlaced(page);
    await expect(page.getByText(paid.paymentId)).toBeVisible();
  },
);

onApi(
  'a payment that was open at a reload is continued at Razorpay, for the same order',
  { tag: '@api' },
  async ({ page, bank }) => {
    await atCheckout(page);
    const { order_id: orderId } = await openWindow(page, 1);
    await page.reload();
    await openPayment(page).getByRole('button', { name: 'Continue paying' }).click();
    await page.waitForFunction(() => Reflect.get(window, 'opened')?.length === 1);
    await handBack(page, bank.pay(orderId));
    await expectPlaced(page);
    expect(bank.orders()).toHaveLength(1);
    expect(bank.payments()).toHaveLength(1);
  },
);

onApi(
  'a payment whose window was closed by a reload is found at Razorpay, and completed',
  { tag: '@api' },
  async ({ page, bank }) => {
    await atCheckout(page);
    const { order_id: orderId } = await openWindow(page, 1);
    const { paymentId } = bank.pay(orderId);
    await page.reload();
    await openPayment(page).getByRole('button', { name: 'Complete the order' }).click();
    await expectPlaced(page);
    await expect(page.getByText(paymentId)).toBeVisible();
    expect(bank.payments()).toHaveLength(1);
  },
);
