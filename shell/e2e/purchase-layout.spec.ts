import type { Page } from '@playwright/test';
import {
  addToCart,
  declinedReport,
  expectPlaced,
  openPayment,
  orders,
  payment,
  placeOrder,
  problem,
} from './shopper-steps.ts';
import { expect, logInAsGuest, test } from './support.ts';

/** Records every layout shift of each document, also those that follow a press. */
const recordShifts = () => {
  const shifts: string[] = [];
  Object.defineProperty(window, 'shifts', { value: shifts });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, sources } = entry as PerformanceEntry & {
        value: number;
        sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
      };
      const moved = sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.textContent?.slice(0, 30), from.x, from.y, 'to', to.x, to.y].join(' '),
      );
      shifts.push(`${value.toFixed(4)}: ${moved.join('; ')}`);
    }
  }).observe({ type: 'layout-shift', buffered: true });
};

/** Expects that nothing has moved since the document was loaded, or since the last call. */
async function expectStill(page: Page, screen: string): Promise<void> {
  await page.waitForLoadState('networkidle');
  const shifts = await page.evaluate(
    () =>
      new Promise<string[]>((resolve) => {
        // An entry is queued after the frame that it is about.
        requestAnimationFrame(() =>
          setTimeout(() => resolve(Reflect.get(window, 'shifts').splice(0)), 100),
        );
      }),
  );
  expect.soft(shifts, screen).toEqual([]);
}

for (const width of [390, 1440]) {
  test(`nothing moves during a purchase at ${width} px`, async ({ page, expectConsole }) => {
    expectConsole(declinedReport);
    await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
    await logInAsGuest(page);
    await addToCart(page, 'Chikankari Tunic');
    await addToCart(page, 'Patch-Pocket Dungarees');
    await page.addInitScript(recordShifts);
    await page.goto('/cart');
    await expect(page.getByRole('heading', { level: 1, name: 'My Cart' })).toBeVisible();
    await expectStill(page, 'cart');
    await page.goto('/checkout');
    await expect(page.getByRole('radio')).toBeVisible();
    await expectStill(page, 'checkout');
    await page.getByRole('radio').check();
    await placeOrder(page).click();
    await expect(payment(page)).toBeVisible();
    await expectStill(page, 'payment open');
    await payment(page).getByRole('button', { name: 'Decline the payment' }).click();
    await expect(problem(page)).toContainText('was declined');
    await expectStill(page, 'declined');
    await placeOrder(page).click();
    await payment(page).getByRole('button', { name: 'Close without paying' }).click();
    await expect(problem(page)).toContainText('closed before it was made');
    await expectStill(page, 'dismissed');
    await placeOrder(page).click();
    await expect(payment(page)).toBeVisible();
    await page.reload();
    await expect(openPayment(page)).toContainText('Nothing has been charged');
    await expectStill(page, 'reload while paying');
    await openPayment(page).getByRole('button', { name: 'Continue paying' }).click();
    await payment(page).getByRole('button', { name: 'Pay, and call back twice' }).click();
    await expectPlaced(page);
    await expect(page.getByText('Order has been placed successfully!!')).toHaveCount(0);
    await expectStill(page, 'placed, and its toast gone');
    await page.reload();
    await expectPlaced(page);
    await expectStill(page, 'placed, after a reload');
    await page.goto('/orders');
    await expect(orders(page)).toHaveCount(1);
    await expectStill(page, 'orders');
    await page.goto('/cart');
    await expect(page.getByText('Your Cart is empty :(')).toBeVisible();
    await expectStill(page, 'empty cart');
  });
}
