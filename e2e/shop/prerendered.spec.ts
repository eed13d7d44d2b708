import { listen } from '../../scripts/lib/local-server.ts';
import {
  alive,
  headingsSeen,
  holdScript,
  recordHeadings,
  servePiecewise,
} from '../prerendered-steps.ts';
import { addToCart } from '../shopper-steps.ts';
import {
  expect,
  fontsShown,
  hold,
  isSameDocument,
  layoutShift,
  logInAsGuest,
  markDocument,
  onlyInAll,
  requestsOf,
  test,
} from '../support.ts';

test('heading, hero and filters are readable before the remote’s script has arrived', async ({
  page,
}) => {
  const release = await holdScript(page, 'mfe-catalog');
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Made slowly, worn often.');
  const hero = page.locator('main img').first();
  await expect(hero).toHaveJSProperty('complete', true);
  expect(await hero.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);
  await page.goto('/productlist', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The collection');
  await expect(page.getByRole('checkbox', { name: 'Women' })).toBeVisible();
  release();
  await alive(page);
  await expect(page.getByRole('article').first()).toBeVisible();
});

for (const path of ['/', '/productlist', '/productlist/puddle-raincoat']) {
  test(`the shop uses the style sheets of the HTML of ${path}, links none a second time, and adds none before others`, async ({
    page,
  }) => {
    // A sheet with layers that is added before others makes Chromium load all fonts again, and lay out the page.
    await page.addInitScript(() => {
      const loaded: string[] = [];
      Object.assign(window, { loaded });
      document.fonts.addEventListener('loadingdone', ({ fontfaces }) =>
        loaded.push(
          ...fontfaces.map((face) => `${face.family} ${face.weight} ${face.unicodeRange}`),
        ),
      );
    });
    await page.goto(path);
    await alive(page);
    await fontsShown(page);
    await page.waitForLoadState('networkidle');
    const fonts = await page.evaluate(() => (window as unknown as { loaded: string[] }).loaded);
    expect(fonts).toContainEqual(expect.stringMatching(/^Fraunces /));
    expect(fonts).toEqual([...new Set(fonts)]);
    const addresses = await page
      .locator('link[rel="stylesheet"], style[data-href]')
      .evaluateAll((sheets: HTMLLinkElement[]) => sheets.map(({ href }) => href));
    expect(addresses.length).toBeGreaterThan(2);
    expect(addresses).toEqual([...new Set(addresses)]);
  });
}

/** Paths of pages, each with its remote, its heading, and a text that it shows once its data is there. */
const ownPages = [
  ['/cart', 'mfe-checkout', 'My Cart', 'Cart Price Details'],
  ['/checkout', 'mfe-checkout', 'Select Address', 'Order Summary'],
  ['/orders', 'mfe-checkout', 'My Orders', 'No orders yet'],
  ['/wishlist', 'mfe-catalog', 'My Wishlist', 'Your wishlist is empty :('],
  ['/profile', 'mfe-account', 'My Profile', 'Email'],
] as const;

test('a shopper reads the headings of their own pages before the remote’s script has arrived, and nothing moves', async ({
  page,
}) => {
  await logInAsGuest(page);
  await addToCart(page, 'Chikankari Tunic');
  for (const [path, remote, heading, content] of ownPages) {
    const release = await holdScript(page, remote);
    await page.goto(path, { waitUntil: 'commit' });
    const first = page.getByRole('heading', { level: 1, name: heading });
    await expect(first).toBeVisible();
    await expect(page.locator('[data-prerendered]')).not.toContainText(/empty/i);
    const before = await first.boundingBox();
    release();
    await alive(page);
    await expect(page.getByRole('main').getByText(content, { exact: true })).toBeVisible();
    expect(await page.getByRole('heading', { level: 1 }).boundingBox(), path).toMatchObject({
      ...{ x: before?.x, y: before?.y, height: before?.height },
    });
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }
});

for (const [visitor, token] of [
  ['who is logged out', undefined],
  ['who has only the token of a session left', 'token'],
] as const) {
  test(`a visitor ${visitor} sees nothing of a shopper’s page`, async ({ page }) => {
    await page.addInitScript((stored) => {
      // Firefox also runs this in the blank page before, which has no storage.
      if (stored && location.protocol === 'http:') localStorage.setItem('userToken', stored);
    }, token);
    await recordHeadings(page);
    const release = await holdScript(page, 'mfe-account');
    await page.goto('/cart', { waitUntil: 'commit' });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
    release();
    await alive(page);
    await expect(page).toHaveURL('/login');
    expect(await headingsSeen(page)).toEqual(['Login']);
  });
}

test('selected filters, typed text and the focus are kept during hydration', async ({ page }) => {
  const release = await holdScript(page, 'mfe-catalog');
  await page.goto('/productlist', { waitUntil: 'commit' });
  // The style sheets decide which of the header's two boxes is seen.
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByPlaceholder('Search').filter({ visible: true }).fill('kurta');
  const women = page.getByRole('checkbox', { name: 'Women' });
  await women.check();
  release();
  await alive(page);
  await expect(women).toBeChecked();
  await expect(women).toBeFocused();
  await expect(page).toHaveURL(/category=WOMEN/);
  await expect(page.getByPlaceholder('Search').filter({ visible: true })).toHaveValue('kurta');
});

test('a search that was opened on a phone before hydration stays open with its text and focus', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await holdScript(page, 'mfe-account');
  await page.goto('/login', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await page.getByRole('button', { name: 'Open the search' }).click();
  await page.keyboard.type('kurta');
  release();
  await alive(page);
  const search = page.getByRole('dialog', { name: 'Search' }).getByPlaceholder('Search');
  await expect(search).toHaveValue('kurta');
  await expect(search).toBeFocused();
});

test('the page keeps its scroll position', async ({ page }) => {
  await page.setViewportSize({ width: 1000, height: 400 });
  const release = await holdScript(page, 'mfe-catalog');
  await page.goto('/productlist', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const scrollY = () => page.evaluate(() => window.scrollY);
  // The rest of the HTML may still be on its way, and the page not high enough.
  await expect(async () => {
    await page.evaluate(() => window.scrollTo({ top: 60, behavior: 'instant' }));
    expect(await scrollY()).toBe(60);
  }).toPass();
  release();
  await alive(page);
  await expect(page.getByRole('article').first()).toBeAttached();
  expect(await scrollY()).toBe(60);
});

test('a link to an open page is followed before hydration: the HTML of that page is there sooner', async ({
  page,
}) => {
  const release = await holdScript(page, 'mfe-catalog');
  await page.goto('/', { waitUntil: 'commit' });
  // Not by a real click: a link that is held is followed in the end, too.
  const isHeld = await page.getByRole('link', { name: 'Shop Now' }).evaluate((link) => {
    const press = new MouseEvent('click', { bubbles: true, cancelable: true });
    return !link.dispatchEvent(press);
  });
  expect(isHeld).toBe(false);
  await expect(page).toHaveURL('/productlist');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The collection');
  release();
  await alive(page);
  await expect(page.getByRole('article').first()).toBeVisible();
});

test('a link to a page that needs a login waits for hydration, and is followed without a document load', async ({
  page,
}) => {
  const release = await holdScript(page, 'mfe-catalog');
  await page.goto('/', { waitUntil: 'commit' });
  await page.getByRole('link', { name: 'Wishlist' }).click();
  await markDocument(page);
  release();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Login');
  expect(await isSameDocument(page)).toBe(true);
});

test('a button that is held down during hydration is pressed when it is released', async ({
  page,
}) => {
  const release = await holdScript(page, 'mfe-account');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Login as Guest' }).hover();
  await page.mouse.down();
  release();
  await alive(page);
  await page.mouse.up();
  await expect(page).toHaveURL('/productlist');
});

test('a login that is submitted before hydration is sent once, and never in the URL', async ({
  page,
}) => {
  const release = await holdScript(page, 'mfe-account');
  await page.goto('/login', { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('newcomer@patchwork.example');
  await page.getByLabel('Password', { exact: true }).fill('secret');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/login');
  release();
  await expect(page.getByRole('alert')).toContainText('The email you entered is not Registered.');
  await expect(page.getByLabel('Email')).toHaveValue('newcomer@patchwork.example');
  expect(page.url()).not.toContain('secret');
});

test('on a first visit, the fonts are requested once the page can be used, and shift nothing', async ({
  page,
}) => {
  const fonts = requestsOf(page, /\.woff2$/);
  const shellScript = /\/static\/js\/index\.\w+\.js$/;
  const runShop = await hold(page, shellScript);
  await page.goto('/productlist', { waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The collection');
  expect(fonts).toEqual([]);
  runShop();
  await alive(page);
  await fontsShown(page);
  expect(fonts).toHaveLength(2);
  expect(await layoutShift(page)).toBeLessThan(0.01);

  await hold(page, shellScript);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('The collection');
  await expect.poll(() => fonts.length, 'the next visit shows them at once').toBe(4);
});

test('nothing shifts during hydration', onlyInAll(), async ({ page }) => {
  for (const path of ['/', '/productlist', '/login']) {
    await page.goto(path);
    await alive(page);
    await fontsShown(page);
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 1000)));
    expect(await layoutShift(page), path).toBeLessThan(0.01);
  }
});

for (const width of [390, 1440]) {
  test(`nothing shifts while the HTML arrives piece by piece, at ${width} px`, async ({
    page,
    shopUrl,
  }) => {
    const server = await listen(servePiecewise(shopUrl));
    await page.setViewportSize({ width, height: 844 });
    for (const path of ['/', '/productlist/marigold-anarkali-dress']) {
      await page.goto(`${server.url}${path}`);
      await alive(page);
      // Tiles and buttons that share a row become narrower with each one that arrives.
      expect.soft(await layoutShift(page), path).toBeLessThan(0.005);
    }
    await server.stop();
  });
}

// Expects the words in which Chromium reports a failed request.
test('a page in the HTML has its looks without any file, also when it is used @chromium', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/ERR_FAILED|could not be loaded|Loading CSS chunk|ChunkLoadError/);
  await page.route('**/*.css', (route) => route.abort());
  await page.goto('/productlist');
  await alive(page);
  await page.getByRole('checkbox', { name: 'Kids' }).check();
  await expect(page.getByRole('article')).toHaveCount(3);
  const columns = await page
    .getByRole('article')
    .evaluateAll((cards) => new Set(cards.map((card) => card.getBoundingClientRect().left)).size);
  expect(columns).toBeGreaterThan(1);
});
