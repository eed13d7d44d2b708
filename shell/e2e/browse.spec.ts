import { expectSound } from './screen-steps.ts';
import { expect, layoutShift, logInAsGuest, test } from './support.ts';

/** Pages of a visitor and of a guest. Those of the account and of checkout: see account-checkout-screens.spec.ts. */
const paths = {
  visitor: {
    sound: [
      '/',
      '/productlist',
      '/productlist?category=WOMEN&size=M',
      '/productlist/puddle-raincoat',
      '/nowhere',
    ],
    others: ['/login', '/signup', '/logout'],
  },
  guest: {
    sound: ['/productlist', '/wishlist'],
    others: ['/cart', '/checkout', '/orderplaced', '/profile'],
  },
};

for (const width of [390, 1440]) {
  for (const [shopper, { sound, others }] of Object.entries(paths)) {
    test(`the pages of a ${shopper}, opened cold at ${width} px, are sound, and nothing on them jumps`, async ({
      page,
      expectConsole,
    }) => {
      // The browser itself reports that the page came with status 404.
      expectConsole(/404.*\/nowhere/);
      if (shopper === 'guest') await logInAsGuest(page);
      for (const path of [...sound, ...others]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(path);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await page.waitForLoadState('networkidle');
        expect(await layoutShift(page), `layout shift of ${path}`).toBeLessThan(0.02);
        if (width === 1440 && sound.includes(path)) await expectSound(page, path);
      }
    });
  }
}
