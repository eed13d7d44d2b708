import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
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
} from '../shopper-steps.ts';
import {
  expect,
  expectHeading,
  FONT_SHIFT,
  hold,
  layoutShift,
  logInAsGuest,
  onlyInAll,
  test,
} from '../support.ts';

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

/**
 * Scrolls down once something is on screen. Before that, a wheel's event makes the browser lay out the page without its
 * style sheet, and what follows counts as a shift.
 */
async function scrollDown(page: Page, distance: number): Promise<void> {
  const paints = () => page.evaluate(() => performance.getEntriesByType('paint').length);
  await expect.poll(paints).toBeGreaterThan(0);
  await page.mouse.move(600, 400);
  await page.mouse.wheel(0, distance);
}

/** Expects a picture on an empty page, and at least two products below it. */
async function expectSuggestions(page: Page): Promise<void> {
  await expect(page.getByRole('main').locator('img').first()).toBeVisible();
  const products = page.getByRole('region', { name: 'You may also like' }).getByRole('listitem');
  await products.nth(1).scrollIntoViewIfNeeded();
  await expect(products.nth(1)).toBeVisible();
}

for (const width of [390, 1440]) {
  test(
    `nothing shifts during a purchase at ${width} px`,
    onlyInAll(width === 1440),
    async ({ page, expectConsole }) => {
      expectConsole(declinedReport);
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 });
      await logInAsGuest(page);
      await addToCart(page, 'Chikankari Tunic');
      await addToCart(page, 'Patch-Pocket Dungarees');
      await page.addInitScript(recordShifts);
      await page.goto('/orders');
      await expect(page.getByText('No orders yet')).toBeVisible();
      await expectSuggestions(page);
      await expectStill(page, 'no orders');
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
      // On a tablet, the button is below the first screen, and the footer in view.
      if (width === 1440) await page.setViewportSize({ width: 768, height: 900 });
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
      for (const path of ['/cart', '/checkout']) {
        await page.goto(path);
        await expect(page.getByText('Your Cart is empty :(')).toBeVisible();
        await expectSuggestions(page);
        await expectStill(page, `${path} with an empty cart`);
      }
    },
  );
}

test('nothing shifts for a shopper who scrolls while a page loads, presses a card and goes back', async ({
  page,
}) => {
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  await page.addInitScript(recordShifts);
  await page.goto('/productlist');
  await addToCart(page, 'Corduroy Work Trousers');
  await addToCart(page, 'Block-Print Wrap Dress');
  await expect(page.getByText('Product added to cart')).toHaveCount(2);
  await expectStill(page, 'two messages at once');
  const card = page.getByRole('article', { name: 'Linen Wide-Leg Trousers' }).getByRole('link');
  await card.scrollIntoViewIfNeeded();
  await scrollDown(page, 400);
  await card.click();
  await expectHeading(page, 'Linen Wide-Leg Trousers');
  await page.goBack();
  await expectHeading(page, 'The collection');
  await expectStill(page, 'Back to the list');

  const release = await hold(page, /mfe-checkout\/.*\.js/);
  await page.goto('/cart', { waitUntil: 'commit' });
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await scrollDown(page, 1200);
  await page.waitForTimeout(300);
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'My Cart' })).toBeVisible();
  // While requests are held nothing comes from the cache, fonts included: a word moves by less than a pixel.
  expect(await layoutShift(page)).toBeLessThan(0.0005);
});

test('nothing shifts for a shopper who scrolls a list that comes without its products, as from a busy server', async ({
  page,
  openRelease,
}) => {
  // A server without sample products sends pages as they were built.
  const { url } = await openRelease();
  const letGo = await hold(page, /\/mock\.\w+\.js/);
  await page.goto(`${url}/productlist`, { waitUntil: 'commit' });
  await expect(page.getByText('Loading products')).toBeAttached();
  await expect(page.getByRole('contentinfo')).toBeAttached();
  await scrollDown(page, 400);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(300);
  letGo();
  await expect(page.getByRole('article')).toHaveCount(14);
  expect(await layoutShift(page)).toBeLessThan(0.0005);
});

/** Opens a page, and lets the HTML from `rest` on arrive later: a busy browser, too, may paint a part of a page. */
async function openInTwoParts(page: Page, shopUrl: string, path: string, rest: string) {
  const server = createServer(async ({ url = '' }, response) => {
    const answer = await fetch(new URL(url, shopUrl));
    const type = answer.headers.get('content-type') ?? '';
    const body = Buffer.from(await answer.arrayBuffer());
    const end = url === path ? body.indexOf(rest) : 0;
    response.writeHead(answer.status, { 'content-type': type });
    response.write(body.subarray(0, end));
    if (end > 0) await new Promise((resolve) => setTimeout(resolve, 1500));
    response.end(body.subarray(end));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}${path}`);
  return async () => {
    await page.goto('about:blank');
    server.close();
  };
}

test('the header stays in place while its HTML arrives', async ({ page, shopUrl }) => {
  const close = await openInTwoParts(page, shopUrl, '/login', 'aria-label="Wishlist"');
  await expectHeading(page, 'Login');
  expect(await layoutShift(page)).toBeLessThan(FONT_SHIFT);
  await close();
});

test('the loading indicator stays in place while its HTML arrives', async ({
  page,
  shopUrl,
  expectConsole,
}) => {
  // The browser itself reports that the page came with status 404.
  expectConsole(/404.*\/nowhere/);
  await page.addInitScript(recordShifts);
  const lastDot = '<span class="spinner-dot"></span><span class="visually-hidden">Loading<';
  const close = await openInTwoParts(page, shopUrl, '/nowhere', lastDot);
  await expectHeading(page, 'Page not found');
  await expectStill(page, 'Page not found');
  await close();
});
