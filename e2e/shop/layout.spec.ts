import type { Page } from '@playwright/test';
import { addToCart } from '../shopper-steps.ts';
import { expect, logInAsGuest, test } from '../support.ts';

const open = [
  ...['/productlist', '/productlist?search=raincoat', '/login', '/signup', '/forgot-password'],
  ...['/help', '/privacy', '/logout', '/nowhere'],
];
const withLogin = ['/cart', '/wishlist', '/checkout', '/orders', '/profile'];

/** What the browser says about the document of an address without a page. */
const notFound = /status of 404 .*\/nowhere/;

/** Left and right edges, in pixels: of the page's heading and content, of the header's content and of its dashed line. */
async function edges(page: Page, path: string) {
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  return page.evaluate(() => {
    const box = (selector: string) => {
      const { left, right } =
        document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
      return [Math.round(left), Math.round(right)];
    };
    const header = document.querySelector('header');
    if (!header) throw new Error('there is no header');
    const line = getComputedStyle(header, '::after');
    const { width } = header.getBoundingClientRect();
    return {
      heading: box('main h1')[0],
      content: box('main .container'),
      bar: box('.shop-bar'),
      line: [
        Math.round(Number.parseFloat(line.left)),
        Math.round(width - Number.parseFloat(line.right)),
      ],
    };
  });
}

for (const width of [768, 1440, 1920]) {
  test(`at ${width} px every page begins and ends where the header’s line does`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(notFound);
    await page.setViewportSize({ width, height: 900 });
    const first = await edges(page, '/productlist');
    expect(first).toEqual({
      heading: first.line[0],
      content: first.line,
      bar: first.line,
      line: first.line,
    });
    for (const path of open) expect.soft(await edges(page, path), path).toEqual(first);
    await logInAsGuest(page);
    await addToCart(page, 'Chikankari Tunic');
    for (const path of withLogin) expect.soft(await edges(page, path), path).toEqual(first);
  });
}

for (const path of ['/nowhere', '/logout', '/productlist?search=raincoat']) {
  test(`${path}, which has little of its own, leads to products`, async ({
    page,
    expectConsole,
  }) => {
    expectConsole(notFound);
    await page.goto(path);
    const more = page.getByRole('region', { name: 'You may also like' });
    await more.scrollIntoViewIfNeeded();
    await expect(more.getByRole('listitem').nth(3)).toBeVisible();
  });
}

const overlaps = (page: Page) =>
  page.evaluate(() => {
    const boxes = [...document.querySelectorAll('.shop-bar :is(a, button)')]
      .filter((link) => link.checkVisibility())
      .map((link) => ({
        name: link.getAttribute('aria-label') ?? link.textContent,
        box: link.getBoundingClientRect(),
        size: Number.parseFloat(getComputedStyle(link).fontSize),
      }));
    return {
      small: boxes.filter(({ box, size }) => box.height < 44 || size < 15).map(({ name }) => name),
      narrow: boxes
        .filter(({ name, box }) => /^(Wishlist|Cart|Profile|Open)/.test(name) && box.width < 40)
        .map(({ name }) => name),
      touching: boxes
        .filter(({ box }, index) =>
          boxes.some(
            ({ box: other }, at) =>
              at > index &&
              box.left < other.right - 1 &&
              other.left < box.right - 1 &&
              box.top < other.bottom - 1 &&
              other.top < box.bottom - 1,
          ),
        )
        .map(({ name }) => name),
    };
  });

test('the header is not squeezed on a phone, logged out or in', async ({ page }) => {
  const sound = { small: [], narrow: [], touching: [] };
  await page.goto('/productlist');
  await expect(page.getByRole('article').first()).toBeVisible();
  for (const isLoggedIn of [false, true]) {
    if (isLoggedIn) await logInAsGuest(page);
    for (const width of [320, 360, 375, 390, 430]) {
      await page.setViewportSize({ width, height: 844 });
      expect.soft(await overlaps(page), `${width} px, ${isLoggedIn}`).toEqual(sound);
    }
  }
});

test('the titles of a row of products have no more room than the longest needs', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto('/productlist');
  await expect(page.getByRole('article')).toHaveCount(14);
  const rooms = await page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const title = card.querySelector('h2');
      if (!title) throw new Error('a card has no title');
      const text = document.createRange();
      text.selectNodeContents(title);
      return {
        row: Math.round(card.getBoundingClientRect().top),
        room: title.getBoundingClientRect().height - text.getBoundingClientRect().height,
      };
    }),
  );
  for (const row of new Set(rooms.map((card) => card.row))) {
    const least = Math.min(...rooms.filter((card) => card.row === row).map(({ room }) => room));
    expect(least).toBeLessThan(12);
  }
});
