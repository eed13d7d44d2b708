import { hostileAddresses, oddTexts, SCRIPT_MARK, scriptInjections } from '@patchwork/hostile-data';
import type { Page } from '@playwright/test';
import { expect } from './support.ts';

/** Every way to inject a script, in one text. */
const scripts = scriptInjections.map(([, text]) => text).join(' ');
const LONG_WORD = 'W'.repeat(100_000);

/** JSON takes each text, but for half of a surrogate pair, which UTF-8 can't hold. */
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
  ...{ address: each, paymentReference: each.street },
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
  '/api/categories': { categories },
  '/api/user/cart': { cart: lines },
  '/api/user/wishlist': { wishlist: products.slice(0, 5) },
  '/api/user/addresses': { addresses },
  '/api/user/orders': { orders, nextCursor: null },
  '/api/user/checkouts': { checkouts: [] },
};

/** Lets the page's API give hostile data in every field. What it has no answer for is refused in its own words. */
export async function answerWithHostileData(page: Page): Promise<void> {
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

/** No script of the data ran, nothing else was asked, and a visitor can read the page and go on. */
export async function expectUnharmed(page: Page, where: string): Promise<void> {
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
