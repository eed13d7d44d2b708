import { expect, type Page } from '@playwright/test';
import { addToCart } from '../checkout-steps.ts';
import type { Draw } from '../draw.ts';
import { isSameDocument, markDocument } from '../support.ts';

/** A page of the shop: its path, the exposed module behind it, and what is on it. */
interface Route {
  readonly path: string;
  readonly module: string;
  readonly heading: RegExp;
}

const visitorRoutes: readonly Route[] = [
  { path: '/signup', module: 'Signup', heading: /^Sign ?up$/i },
  { path: '/login', module: 'Login', heading: /^Login$/i },
];

const shopperRoutes: readonly Route[] = [
  { path: '/wishlist', module: 'Wishlist', heading: /Wishlist/i },
  { path: '/checkout', module: 'Checkout', heading: /^Select Address$/i },
  { path: '/orders', module: 'Orders', heading: /Orders/i },
  { path: '/profile', module: 'Profile', heading: /Profile$/i },
  { path: '/mockman', module: 'RequestTester', heading: /./ },
];

const lastRoute: Route = { path: '/logout', module: 'Logout', heading: /./ };

/** Data is saved, so that nothing is fetched ahead: each page is loaded when it is visited. */
export async function openPage(page: Page, url: string): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } }),
  );
  await page.goto(url);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await markDocument(page);
}

const isLoaded = (page: Page, module: string): Promise<boolean> =>
  page.evaluate(
    (name) => performance.getEntriesByType('resource').some((entry) => entry.name.includes(name)),
    `__federation_expose_${module}.`,
  );

/** Goes to a page in the same document, as the browser's own Back and Forward do. */
async function goTo(page: Page, pathname: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, pathname);
}

async function visit(page: Page, { path, module, heading }: Route): Promise<void> {
  expect(await isLoaded(page, module), `${module} was not loaded before`).toBe(false);
  await goTo(page, path);
  await expect(page.getByRole('heading', { level: 1, name: heading }).first()).toBeVisible();
  await expect.poll(() => isLoaded(page, module)).toBe(true);
  await expect(page.getByRole('button', { name: 'Try again' })).toHaveCount(0);
  expect(await isSameDocument(page), `${path} came without a reload`).toBe(true);
}

async function logIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL(/productlist$/);
  await addToCart(page, 'Chikankari Tunic');
}

async function openProduct(page: Page): Promise<void> {
  await goTo(page, '/productlist');
  await page.getByRole('link', { name: 'Chikankari Tunic' }).first().click();
  const name = { level: 1, name: 'Chikankari Tunic', exact: true };
  await expect(page.getByRole('heading', name)).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
}

async function openCart(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Go to Cart' }).first().click();
  await expect(page.getByRole('heading', { level: 1, name: /My Cart/ })).toBeVisible();
  expect(await isSameDocument(page)).toBe(true);
}

/** Visits every page of every remote, each for the first time, in the order of a seed. */
export async function visitEverything(
  page: Page,
  draw: Draw,
  beforeVisit: (visit: number) => Promise<void>,
): Promise<void> {
  const inAnyOrder = [
    () => openProduct(page),
    ...shopperRoutes.map((route) => () => visit(page, route)),
  ]
    .map((goOn) => ({ goOn, position: draw(2 ** 32) }))
    .sort((one, other) => one.position - other.position);
  const visits = [
    ...visitorRoutes.map((route) => () => visit(page, route)),
    () => logIn(page),
    () => openCart(page),
    ...inAnyOrder.map(({ goOn }) => goOn),
    () => visit(page, lastRoute),
  ];
  for (const [index, goOn] of visits.entries()) {
    await beforeVisit(index);
    await goOn();
  }
}
