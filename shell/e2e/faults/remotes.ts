import { expect, type Page } from '@playwright/test';

/** A part of the shop that a remote brings, and how a visitor gets there. */
export interface Place {
  /** Its exposed module, as the bundler names the files: '__federation_expose_<module>'. */
  readonly module: string;
  /** The page that it is, or where the link to it is. */
  readonly path: string;
  /** Link that leads there, on that page. */
  readonly link?: { readonly role: 'link' | 'button'; readonly name: RegExp };
  readonly expectAlive: (page: Page) => Promise<void>;
}

export interface TestedRemote {
  readonly id: string;
  /** Name of the remote in the page's message about its failure. */
  readonly failure: RegExp;
  readonly cold: Place;
  readonly linked: Place;
  /** Undefined where nothing of it is fetched ahead: why. */
  readonly noPrefetch?: string;
  /** A link in the header to a page of another remote, and that page's heading. */
  readonly other: { readonly link: RegExp; readonly heading: string };
}

/** A heading within a remote's region: that of a prerendered page is there before the remote is. */
const showsHeading = (remote: string, name: string) => (page: Page) =>
  expect(
    page
      .locator(`main [data-boundary="${remote}"]`)
      .getByRole('heading', { level: 1, name, exact: true }),
  ).toBeVisible();

async function showsProducts(page: Page): Promise<void> {
  await expect(page.getByRole('article')).toHaveCount(14);
  await expect(page.locator('main [data-boundary="mfe-catalog"]')).toBeVisible();
}

const shop = { link: /^Shop Now$/, heading: 'The collection' };
const list = { module: 'ProductList', expectAlive: showsProducts };
const profile = { module: 'Profile', expectAlive: showsHeading('mfe-account', 'My Profile') };
const cart = { module: 'Cart', expectAlive: showsHeading('mfe-checkout', 'My Cart') };
const link = (name: RegExp) => ({ role: 'link', name }) as const;

export const remotes: readonly TestedRemote[] = [
  {
    id: 'mfe-catalog',
    failure: /^Catalogue can’t be reached just now$/,
    cold: { ...list, path: '/productlist' },
    linked: { ...list, path: '/profile', link: link(/^Shop Now$/) },
    other: { link: /^Cart/, heading: 'My Cart' },
  },
  {
    id: 'mfe-account',
    failure: /^Account can’t be reached just now$/,
    cold: { ...profile, path: '/profile' },
    linked: { ...profile, path: '/productlist', link: link(/^Profile$/) },
    other: shop,
  },
  {
    id: 'mfe-checkout',
    failure: /^Checkout can’t be reached just now$/,
    cold: { ...cart, path: '/cart' },
    linked: { ...cart, path: '/productlist', link: link(/^Cart, 1 item$/) },
    other: shop,
  },
  {
    id: 'mfe-devtools',
    failure: /^Devtools can’t be (?:reached|opened) just now$/,
    cold: {
      module: 'RequestTester',
      path: '/mockman',
      expectAlive: showsHeading('mfe-devtools', 'Request tester'),
    },
    // No page has a link to the request tester: from within the shop the panel is what leads to this remote.
    linked: {
      module: 'Panel',
      path: '/productlist',
      link: { role: 'button', name: /^Open devtools$/ },
      expectAlive: (page) => expect(page.getByRole('dialog', { name: 'Devtools' })).toBeVisible(),
    },
    noPrefetch: 'nothing of the devtools is fetched before a developer opens them',
    other: { link: /^Profile$/, heading: 'My Profile' },
  },
];
