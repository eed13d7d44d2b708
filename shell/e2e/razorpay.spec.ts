import { addToCart, goToCheckout, placeOrder, problem } from './checkout-steps.ts';
import { razorpayScript } from './razorpay-steps.ts';
import { expect, test } from './support.ts';

test('with Razorpay configured its script is loaded at the payment, and loaded again after a failure', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  expectConsole(/checkout\.js/);
  const release = await openRelease();
  const scriptUrl = 'http://pay.localhost:9998/checkout.js';
  await release.configure({
    payment: { provider: 'razorpay', key: 'rzp_test_1a2b3c', scriptUrl },
  });
  let asked = 0;
  await page.route(scriptUrl, (route) => {
    asked += 1;
    return asked === 1
      ? route.abort()
      : route.fulfill({ contentType: 'text/javascript', body: razorpayScript });
  });
  await page.goto(`${release.url}/login`);
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await addToCart(page, 'Chikankari Tunic');
  await goToCheckout(page);
  expect(asked).toBe(0);
  await page.getByRole('radio').first().check();
  await placeOrder(page).click();
  await expect(problem(page)).toContainText('Razorpay could not be reached');
  await placeOrder(page).click();
  await page.waitForFunction(() => Reflect.get(window, 'opened')?.length === 1);
  const options = await page.evaluate(() => {
    const [{ options: given, failed }] = Reflect.get(window, 'opened');
    failed[0]({ error: { description: 'Your bank said no' } });
    return JSON.parse(JSON.stringify(given));
  });
  expect(options).toMatchObject({ key: 'rzp_test_1a2b3c', amount: 179900, currency: 'INR' });
  await expect(problem(page)).toContainText('Your bank said no.');
  await placeOrder(page).click();
  await page.waitForFunction(() => Reflect.get(window, 'opened')?.length === 2);
  await page.evaluate(() => {
    const { handler } = Reflect.get(window, 'opened')[1].options;
    handler({ razorpay_payment_id: 'pay_29QQoUBi66xm2f' });
    handler({ razorpay_payment_id: 'pay_29QQoUBi66xm2f' });
  });
  await expect(page.getByText('pay_29QQoUBi66xm2f')).toBeVisible();
  expect(asked).toBe(2);
});
