import {
  hostileAddresses,
  oddTexts,
  SCRIPT_MARK,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import type { Page } from '@playwright/test';
import { expect, test } from '../support.ts';

/** Every way to inject a script, in one text. */
const scripts = scriptInjections.map(([, text]) => text).join(' ');
const LONG_WORD = 'W'.repeat(100_000);

/** Odd texts in one. Half of a surrogate pair is left out, as UTF-8 can't hold it. */
const odd = oddTexts
  .filter(([title]) => !/surrogate|100,000/.test(title))
  .map(([, text]) => text)
  .join(' ');

const product = (_id: string, title: string, image: string) => ({
  ...{ _id, title, image, description: title, category: 'Kids', size: 'M' },
  ...{ price: '899', original_price: '999', rating: '4.5', reviews: '605' },
  ...{ in_stock: true, delivery_time: '4', trending: false },
});

const products = [
  product('scripts', scripts, 'javascript:alert(1)'),
  product('odd', odd, 'data:text/html,<script>alert(1)</script>'),
  product('long', LONG_WORD, '/images/chikankari-tunic.svg'),
  product('"><img src=x onerror=alert(1)>', 'An id that is HTML', '//evil.example/x.png'),
  product('//evil/x', 'An id that is an address', '/\\evil.example/x.png'),
  ...hostileAddresses.map(([, address], index) =>
    product(`picture-${index}`, `Picture ${index}`, address),
  ),
];
const lines = products.slice(0, 5).map((each) => ({ ...each, qty: 1 }));

const address = (_id: string, name: string, text = name) => ({
  ...{ _id, name, houseNumber: text, street: text, city: text, state: text },
  ...{ pinCode: '682001', mobile: '9876543210' },
});
const addresses = [
  address('scripts', scripts),
  address('odd', odd),
  address('long', LONG_WORD, 'W'.repeat(1000)),
];

const orders = addresses.map((each, index) => ({
  ...{ _id: `order_${index} ${each.street}`, placedAt: '2026-11-22T10:00:00Z', lines, total: 4495 },
  ...{ address: each, paymentReference: each.street, number: each.street, returnUntil: null },
  events: [
    {
      ...{ type: 'shipped', at: '2026-11-23T10:00:00Z', carrier: each.street },
      trackingUrl: 'javascript:alert(1)',
    },
  ],
}));

const categories = ['Men', 'Women', 'Kids'].map((categoryName, index) => ({
  ...{ _id: categoryName, categoryName, description: [scripts, odd, LONG_WORD][index] },
  image: 'https://evil.example/x.png',
}));

const foundUser = {
  name: LONG_WORD,
  firstName: scripts,
  lastName: odd,
  email: `${scripts}@x.example`,
};

const answers: Readonly<Record<string, object>> = {
  '/api/auth/login': { foundUser, encodedToken: 'a.b.c' },
  '/api/products': { products },
  '/api/trending-products': { products },
  // Asked for words that no title has.
  '/api/product-query': {
    ...{ products: [], listed: 0, next: null },
    corrected: `${scripts}${odd}${LONG_WORD}`,
  },
  '/api/categories': { categories },
  '/api/user/cart': { cart: lines },
  '/api/user/wishlist': { wishlist: products.slice(0, 5) },
  '/api/user/addresses': { addresses },
  '/api/user/orders': { orders, nextCursor: null },
  '/api/user/checkouts': { checkouts: [] },
  '/api/serviceability': {
    ...{ pin: `${scripts}${LONG_WORD}`, isDeliverable: true, days: 4 },
    ...{ isCashOnDelivery: false, cashOnDelivery: null },
  },
  '/api/user/account': {
    account: {
      ...{ name: LONG_WORD, email: foundUser.email, createdAt: '2026-11-22T10:00:00Z' },
      isEmailConfirmed: false,
    },
  },
};

/**
 * Lets the page's API give hostile data in every field. A call without such an answer is refused with hostile
 * messages.
 */
async function answerWithHostileData(page: Page): Promise<void> {
  await page.route('**/api/**', (route) => {
    const { pathname } = new URL(route.request().url());
    const json = answers[pathname];
    if (json) return route.fulfill({ json });
    const found = products.find(
      ({ _id }) => pathname === `/api/products/${encodeURIComponent(_id)}`,
    );
    if (found) return route.fulfill({ json: { product: found } });
    return route.fulfill({ status: 422, json: { errors: [scripts, LONG_WORD] } });
  });
}

/** Expects that no script of the data ran, that it added no frame, and that a visitor can read the page and leave it. */
async function expectUnharmed(page: Page, where: string): Promise<void> {
  const state = await page.evaluate(
    ([mark]) => ({
      didRun: mark in window,
      sticksOut: document.documentElement.scrollWidth > innerWidth,
      frames: document.querySelectorAll('iframe, object, embed, base').length,
    }),
    [SCRIPT_MARK] as const,
  );
  expect.soft(state, where).toEqual({ didRun: false, sticksOut: false, frames: 0 });
  await expect.soft(page.getByRole('main').getByRole('heading').first(), where).toBeVisible();
  await expect.soft(page.getByRole('link', { name: 'Shop Now' }), where).toBeVisible();
}

/** Each page, and a text that shows once its data is there. */
const pages: readonly [address: string, text: string | RegExp][] = [
  ['/', 'Kids'],
  ['/productlist', 'An id that is HTML'],
  [
    '/productlist?search=%3Cscript%3Ealert(1)%3C/script%3E&maxPrice=__proto__&sort=constructor',
    'No product',
  ],
  ['/productlist/long', 'Availabilty'],
  [`/productlist/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`, 'Availabilty'],
  ['/wishlist', 'An id that is HTML'],
  ['/cart', /W{50}/],
  ['/checkout', /W{50}/],
  ['/orders', /W{50}/],
  ['/profile', '@x.example'],
  [
    '/mockman?method=DELETE&endpoint=javascript:alert(1)&headers=%5B%5D&body=%7B%22__proto__%22:1%7D',
    'Body:',
  ],
  ['/nowhere/<script>alert(1)</script>', 'Page not found'],
  ['//evil.example/%09/evil', 'Page not found'],
];

test('hostile data runs no script, reaches no other origin and leaves every page readable at 390 px', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  // The browser itself reports the page that does not exist.
  expectConsole(/status of 404.*(?:nowhere|evil\.example)/);
  expectConsole(/A picture is not shown, its origin is not in imageOrigins/);
  const release = await openRelease();
  await release.configure({ apiBaseUrl: '/', devtools: {} });
  await answerWithHostileData(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(release.url)) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => foreign.push(`dialog: ${dialog.message()}`));

  await page.goto(
    `${release.url}/login?next=//evil.example&redirect=https://evil.example&returnTo=/%09/evil.example`,
  );
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL(`${release.url}/productlist`);

  for (const [address, text] of pages) {
    await page.goto(release.url + address);
    await expect.soft(page.getByRole('main').getByText(text).first(), address).toBeAttached();
    await expectUnharmed(page, address);
  }
  await page.goto(`${release.url}/profile`);
  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await expectUnharmed(page, 'the address form');
  expect(foreign).toEqual([]);
});
