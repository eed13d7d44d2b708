import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import type { Page } from '@playwright/test';
import { alive, headingsSeen, holdScript, recordHeadings } from '../prerendered-steps.ts';
import { release } from '../release-folder.ts';
import { addToCart } from '../shopper-steps.ts';
import {
  expect,
  expectNoAxeViolations,
  hold,
  layoutShift,
  logInAsGuest,
  requestsOf,
  test,
} from '../support.ts';

const path = '/productlist/block-print-wrap-dress';
const title = 'Block-Print Wrap Dress';
/** Chromium's warning about a preloaded file that is not used because a file before it is held back. */
const waitingFile = /was preloaded using link preload but not used/;
const recommendedScript = /\/mfe-catalog\/.*Recommended\.\w+\.js$/;

/** Opens a page with its data in the HTML: on a busy machine the first visitors may get it without. */
async function openRendered(page: Page, address: string) {
  await expect(async () => {
    expect(await (await page.request.get(address)).text()).toContain('id="patchwork-seed"');
  }).toPass();
  const response = await page.goto(address, { waitUntil: 'commit' });
  expect(await response?.text()).toContain('id="patchwork-seed"');
}

const recommended = (page: Page) => page.getByRole('region', { name: 'You may also like' });

/** Opens a page with its data and its recommendations in the HTML. */
async function openWithRecommendations(page: Page) {
  await expect(async () => {
    const html = await (await page.request.get(path)).text();
    expect(html).toContain('id="patchwork-fragments"');
  }).toPass();
  await page.goto(path, { waitUntil: 'commit' });
}

test('without scripts, titles, prices and links of every open page can be read', async ({
  browser,
  page,
  baseURL,
}) => {
  for (const address of ['/', '/productlist', path]) await openRendered(page, address);
  const context = await browser.newContext({
    javaScriptEnabled: false,
    ...(baseURL && { baseURL }),
  });
  const reader = await context.newPage();
  await reader.goto('/');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Made slowly, worn often.');
  await reader.getByRole('banner').getByRole('link', { name: 'Shop Now' }).click();
  const card = reader.getByRole('article', { name: title });
  await expect(card).toContainText(/₹\d/);
  await card.getByRole('link', { name: title }).click();
  await expect(reader).toHaveURL(path);
  await expect(reader.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await expect(reader.getByRole('main')).toContainText(/₹\d/);
  const cards = recommended(reader).getByRole('listitem');
  await expect(cards).toHaveCount(6);
  for (const each of await cards.all()) await expect(each).toContainText(/₹\d/);
  const other = cards.first().getByRole('link');
  const name = (await other.textContent()) ?? '';
  await openRendered(page, (await other.getAttribute('href')) ?? '');
  await other.click();
  await expect(reader.getByRole('heading', { level: 1, name })).toBeVisible();
  await reader.goto('/login');
  await expect(reader.getByRole('heading', { level: 1 })).toHaveText('Login');
  await context.close();
});

/** Marks the elements of the page's first HTML. */
const markElements = (page: Page) =>
  page.evaluate(() => {
    for (const element of document.querySelectorAll('main *'))
      Reflect.set(element, 'isFirst', true);
  });

/**
 * Returns the number of elements in the page that are not those of its first HTML. Fragments that were not in it, which
 * `apart` matches, are not counted.
 */
const newElements = (page: Page, apart = '[data-fragment]') =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll('main *')].filter(
        (each) => !('isFirst' in each) && !(selector && each.closest(selector)),
      ).length,
    apart,
  );

test('a product is complete before any script of a piece, with price, stock and button, and its elements stay', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await recordHeadings(page);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const runShop = await holdScript(page, 'mfe-catalog');
    await openRendered(page, path);
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(main.getByText('inclusive of all taxes')).toBeVisible();
    await expect(main.getByText('In Stock')).toBeVisible();
    await expect(main.getByRole('button', { name: 'Add to Cart' }).first()).toBeEnabled();
    const picture = main.locator('img[src]').first();
    await expect(picture).toHaveJSProperty('complete', true);
    await page.evaluate(() => document.fonts.ready);
    const search = page.getByPlaceholder('Search').filter({ visible: true });
    if (width === 390) await page.getByRole('button', { name: 'Open the search' }).click();
    else await search.focus();
    await expect(search).toBeFocused();
    await expect(page.locator('main > [data-rendered]')).toBeVisible();
    await markElements(page);
    runShop();
    await alive(page);
    await expect(search).toBeFocused();
    // The other pictures take the places of their empty boxes when the browser is idle.
    expect(await newElements(page, '[data-fragment], img'), `${width} px`).toBe(0);
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.01);
    expect(await headingsSeen(page)).toEqual([title]);
  }
});

test('recommendations are there before their script, and keep their elements and place when it arrives', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const send = await hold(page, recommendedScript);
    await openWithRecommendations(page);
    await alive(page);
    await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
    await expect(recommended(page).getByRole('listitem')).toHaveCount(6);
    await markElements(page);
    const box = await recommended(page).boundingBox();
    expect(await recommended(page).evaluate((each) => getComputedStyle(each).display)).toBe('grid');
    await expect(page.locator('[data-filled]')).toHaveCount(1);
    send();
    await expect(page.locator('[data-filled]')).toHaveCount(0);
    expect(await newElements(page, ''), `${width} px`).toBe(0);
    expect(await recommended(page).boundingBox()).toEqual(box);
    expect(box?.height).toBe(30 * 16);
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.01);
    // It is alive: React answers, without a request for a page.
    const link = recommended(page).getByRole('link').first();
    const name = (await link.textContent()) ?? '';
    await page.evaluate(() => Reflect.set(window, 'isSame', true));
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    expect(await page.evaluate(() => 'isSame' in window)).toBe(true);
  }
});

test('a press on a recommendation before its script counts once', {
  tag: '@buying',
}, async ({ page, expectConsole }) => {
  expectConsole(waitingFile);
  const press = async (role: 'button' | 'link', name?: string) => {
    const send = await hold(page, recommendedScript);
    await openWithRecommendations(page);
    await alive(page);
    await recommended(page).scrollIntoViewIfNeeded();
    const control = recommended(page)
      .getByRole(role, name ? { name } : {})
      .first();
    const text = (await control.textContent()) ?? '';
    await control.click();
    // The shopper sees that it was noticed.
    await expect(page.locator('[data-pressed]')).toHaveCSS('opacity', '0.6');
    send();
    return text;
  };
  const title = await press('link');
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await press('button', 'Add to Cart');
  await expect(page).toHaveURL(/\/login/);

  await logInAsGuest(page);
  await press('button', 'Add to Cart');
  // The first is what was wanted before the login, the second what was pressed after it.
  await expect(recommended(page).getByRole('link', { name: 'Go to Cart' })).toHaveCount(2);
  await expect(recommended(page).getByRole('link', { name: 'Go to Cart' }).last()).toBeFocused();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Cart, 2 items' })).toBeVisible();
  expect(await layoutShift(page)).toBeLessThan(0.01);
});

test('the list has all its cards before any script of a piece, and keeps them', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    const runShop = await holdScript(page, 'mfe-catalog');
    await openRendered(page, '/productlist');
    const cards = page.getByRole('main').getByRole('article');
    await expect(cards).toHaveCount(14);
    await expect(cards.first()).toContainText(/₹/);
    await expect(cards.getByRole('button', { name: 'Add to Cart' }).first()).toBeVisible();
    await expect(page.getByRole('main').getByText('14 products')).toBeVisible();
    await expect(page.locator('main > [data-rendered]')).toBeVisible();
    await markElements(page);
    runShop();
    await alive(page);
    expect(await newElements(page), `${width} px`).toBe(0);
    expect(await layoutShift(page), `${width} px`).toBeLessThan(0.01);
    // The pictures that waited for the scripts.
    await expect(cards.locator('img[src]')).toHaveCount(14);
  }
});

test('a list defined by a query has its own products, whatever else the URL contains', async ({
  page,
}) => {
  await openRendered(page, '/productlist?utm_source=mail&category=KIDS');
  await alive(page);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(3);
  await expect(page.getByRole('checkbox', { name: 'Kids' })).toBeChecked();
});

test('a list whose search is corrected says so before any script of a piece, and stays as it is', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  const runShop = await holdScript(page, 'mfe-catalog');
  await openRendered(page, '/productlist?search=kurtaa');
  const main = page.getByRole('main');
  const status = main.getByRole('status').filter({ hasText: 'No results' });
  await expect(status).toHaveText('No results for “kurtaa”. Showing “kurta”.1 product');
  await expect(main.getByRole('article')).toHaveText([/Khadi Band-Collar Kurta/]);
  await expect(page.locator('main > [data-rendered]')).toBeVisible();
  await markElements(page);
  runShop();
  await alive(page);
  await expect(status).toBeVisible();
  await expect(main.getByRole('article')).toHaveCount(1);
  expect(await newElements(page)).toBe(0);
});

test('a list without anything close to the search says so before any script of a piece', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  await holdScript(page, 'mfe-catalog');
  await openRendered(page, '/productlist?search=zari');
  const said = page.getByRole('heading', {
    name: 'Nothing is called “zari”, or anything close to it.',
  });
  await expect(said).toBeVisible();
});

test('a press before the scripts have run applies to the product that was pressed', {
  tag: '@buying',
}, async ({ page, expectConsole }) => {
  expectConsole(waitingFile);
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  const press = async (name: string, button: RegExp) => {
    const runShop = await holdScript(page, 'mfe-catalog');
    await openRendered(page, '/productlist');
    const card = page.getByRole('article', { name });
    await card.getByRole('button', { name: button }).click();
    runShop();
    await alive(page);
    return card;
  };
  const dress = await press(title, /Add to Cart/);
  const link = dress.getByRole('link', { name: 'Go to Cart' });
  await expect(link).toHaveAccessibleDescription(title);
  const coat = await press('Puddle Raincoat', /Wishlist/);
  await expect(coat.getByRole('button', { name: /Remove from wishlist/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Wishlist, 1 item' })).toBeVisible();
  await page.goto('/cart');
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(2);
});

test('a product or filter that is pressed before the shop has started is opened', async ({
  page,
  expectConsole,
}) => {
  expectConsole(waitingFile);
  let runShop = await holdScript(page, 'mfe-catalog');
  await openRendered(page, '/productlist');
  await page.getByRole('radio', { name: 'Low to High' }).check();
  await page.getByRole('slider').filter({ visible: true }).fill('2000');
  runShop();
  await expect(page).toHaveURL(/sort=LOWTOHIGH/);
  await expect(page).toHaveURL(/maxPrice=2000/);
  await expect(page.getByRole('radio', { name: 'Low to High' })).toBeChecked();
  runShop = await holdScript(page, 'mfe-catalog');
  await openRendered(page, '/productlist');
  const link = page.getByRole('article').nth(2).getByRole('link');
  const name = (await link.textContent()) ?? '';
  await link.click();
  runShop();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a filter that assistive technology presses right before React hydrates the page is applied', async ({
  page,
}) => {
  // As a screen reader's command does, from a script: browsers ignore another click() on the same element meanwhile.
  await page.addInitScript(() => {
    const { addEventListener } = EventTarget.prototype;
    const press = () => document.querySelector<HTMLElement>('main input[value="WOMEN"]')?.click();
    type Listen = typeof addEventListener;
    Element.prototype.addEventListener = function (this: Element, ...listen: Parameters<Listen>) {
      addEventListener.apply(this, listen);
      if (this.id !== 'root' || listen[0] !== 'click') return;
      Reflect.deleteProperty(Element.prototype, 'addEventListener');
      // After the call of hydrateRoot.
      queueMicrotask(press);
    };
  });
  await openRendered(page, '/productlist');
  await alive(page);
  await expect(page).toHaveURL(/category=WOMEN/);
  await expect(page.getByRole('checkbox', { name: 'Women' })).toBeChecked();
});

test('a logged-in shopper gets their own page from one that was rendered without a session', async ({
  page,
}) => {
  await logInAsGuest(page);
  await addToCart(page, title);
  await openRendered(page, path);
  await alive(page);
  await expect(page.getByRole('main').getByRole('link', { name: 'Go to Cart' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('link', { name: 'Login' })).toHaveCount(0);
});

test('a price that has changed since rendering is updated once the shop has requested it', {
  tag: ['@api', '@buying'],
}, async ({ page }) => {
  await page.route('**/api/products/block-print-wrap-dress', async (route) => {
    const answer = await (await route.fetch()).json();
    await route.fulfill({ json: { product: { ...answer.product, price: '4321' } } });
  });
  await openRendered(page, path);
  await expect(page.getByRole('main')).toContainText('₹');
  await expect(page.getByRole('main')).not.toContainText('4,321');
  await alive(page);
  await expect(page.getByRole('main')).toContainText('₹4,321');
});

test('of a bitmap that was imported in two widths, a phone loads the one for its screen', {
  tag: ['@api', '@buying'],
}, async ({ page, servedShop }) => {
  const file = (width: number) => `/images/coat-${width}.png`;
  const lines = [file(1200), `${file(400)} 400w`, `${file(1200)} 1200w`].join('\n');
  await servedShop?.importProducts(
    `id,title,category,size,price,stock,image\ncoat,Coat,WOMEN,M,2000,7,"${lines}"\n`,
  );
  for (const width of [400, 1200]) {
    await page.setViewportSize({ width, height: width * 1.25 });
    const body = await page.screenshot();
    await page.route(`**${file(width)}`, (route) => route.fulfill({ body }));
  }
  const requested = requestsOf(page, /coat-/);
  const devtools = await page.context().newCDPSession(page);
  const shown = page.getByRole('button', { name: 'Full screen: Coat' }).getByRole('img');
  const loadAt = async (deviceScaleFactor: number) => {
    const screen = { width: 390, height: 844, deviceScaleFactor, mobile: true };
    await devtools.send('Emulation.setDeviceMetricsOverride', screen);
    await page.goto('/productlist/coat');
    await alive(page);
    await expect(shown).toHaveJSProperty('complete', true);
    return shown.evaluate((image: HTMLImageElement) => [image.currentSrc, image.naturalWidth > 0]);
  };
  expect(await loadAt(1)).toEqual([expect.stringContaining(file(400)), true]);
  expect(requested.some((url) => url.includes(file(1200)))).toBe(false);
  expect(await loadAt(3)).toEqual([expect.stringContaining(file(1200)), true]);
});

test('a product that the developer’s mock does not have is not found, even if the HTML contains it', {
  tag: '@mock',
}, async ({ page, expectConsole }) => {
  expectConsole(/404/);
  await page.goto(`${path}?mock=empty`);
  await expect(page.getByRole('heading', { level: 1, name: 'Product not found' })).toBeVisible();
});

test('if devtools are allowed, the page’s elements stay, and it gets the devtools button', {
  tag: '@mock',
}, async ({ page, expectConsole }) => {
  expectConsole(waitingFile);
  const defaultConfig = { devtools: {} };
  const server = await serve({ release, port: 0, sample: readSample, defaultConfig });
  const runShop = await holdScript(page, 'mfe-catalog');
  await openRendered(page, server.url + path);
  await expect(page.locator('main > [data-rendered]')).toBeVisible();
  await markElements(page);
  runShop();
  await alive(page);
  await expect(page.getByRole('button', { name: /devtools/i })).toBeVisible();
  expect(await newElements(page, '[data-fragment], img')).toBe(0);
  await page.goto('about:blank');
  await server.stop();
});

test('out of stock, a page keeps a place for the offer of a mail only in a shop that sends mails', async ({
  page,
}) => {
  const placeIn = async (isOffered: boolean) => {
    const sample = async (address: string) =>
      address === '/api/stock-alerts' ? Response.json({ isOffered }) : readSample(address);
    const server = await serve({ release, port: 0, sample });
    await openRendered(page, `${server.url}/productlist/puddle-raincoat`);
    const html = await (await page.request.get(page.url())).text();
    await page.goto('about:blank');
    await server.stop();
    return /<div class="mfe-catalog-alert-\w+"><\/div>/.test(html);
  };
  expect(await placeIn(true)).toBe(true);
  expect(await placeIn(false)).toBe(false);
});

test('a shopper reads, buys and changes the language: Hindi where the remotes have it, and English as a whole elsewhere', async ({
  page,
}) => {
  await logInAsGuest(page);
  await page.goto('about:blank');
  const english = requestsOf(page, /\/remotes\/mfe-(?:catalog|checkout)\/[^/]+\/(?!hi\/)/);
  await openRendered(page, `/hi${path}`);
  const html = page.locator('html');
  await expect(html).toHaveAttribute('lang', 'hi');
  const heading = page.getByRole('heading', { level: 1, name: title });
  await expect(heading).toHaveAttribute('lang', 'en');
  const main = page.getByRole('main');
  await expect(main.getByText('सभी टैक्स सहित')).toBeVisible();
  await expect(main.locator('> [data-boundary]')).toHaveAttribute('lang', 'hi');
  await expect(page.getByRole('banner')).toHaveAttribute('lang', 'en');
  await expect(page.locator('[data-waiting]')).toHaveCount(0);
  await expect(page.getByRole('banner').getByPlaceholder('खोजें').first()).toBeVisible();
  await expectNoAxeViolations(page);

  await main.getByRole('button', { name: 'कार्ट में जोड़ें' }).first().click();
  await main.getByRole('link', { name: 'कार्ट में जाएँ' }).first().click();
  await expect(page).toHaveURL('/hi/cart');
  await expect(page.getByRole('heading', { level: 1, name: 'मेरा कार्ट' })).toBeVisible();
  await expect(main.getByRole('region', { name: 'कार्ट की कीमत का विवरण' })).toContainText(/₹\d/);
  await expectNoAxeViolations(page);
  // Not one script or style of the English builds.
  expect(english).toEqual([]);

  await page.getByRole('link', { name: 'Profile' }).click();
  await expect(page).toHaveURL('/hi/profile');
  await expect(page.getByRole('heading', { level: 1, name: 'My Profile' })).toBeVisible();
  await expect(main.locator('> [data-boundary]')).toHaveAttribute('lang', 'en');
  await expectNoAxeViolations(page);

  await page.getByRole('link', { name: 'English' }).click();
  await expect(page).toHaveURL('/profile');
  await expect(html).toHaveAttribute('lang', 'en');
  await expect(main.locator('> [data-boundary]')).not.toHaveAttribute('lang');
  await page.goto('/cart');
  await expect(main.getByRole('link', { name: title })).toBeVisible();
  await page.getByRole('link', { name: 'हिन्दी' }).click();
  await expect(page).toHaveURL('/hi/cart');
});
