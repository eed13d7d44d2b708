import { serve } from '@patchwork/release';
import { checkOut, expectPlaced, orders, pay, signUp } from './shopper-steps.ts';
import {
  test as base,
  expect,
  expectHeading,
  expectNoAxeViolations,
  logInAsGuest,
  onlyInAll,
} from './support.ts';
import { edits, openTeamWorkspace, type PieceName, pieceNames } from './team-workspace.ts';

/** Pieces that are one version ahead of the others. */
type Ahead = 'shell' | 'remotes';

interface Shop {
  readonly url: string;
  /** Content that a piece shows in the version that is live. */
  shows: (piece: PieceName) => string;
}

const isAhead = (piece: PieceName, ahead: Ahead): boolean =>
  (piece === 'shell') === (ahead === 'shell');

/** Publishes the next version of those who are ahead: through the gate, as a team does. */
async function openShop(ahead: Ahead): Promise<{ shop: Shop; close: () => Promise<void> }> {
  const team = await openTeamWorkspace('as published');
  const leaders = pieceNames.filter((piece) => isAhead(piece, ahead));
  for (const piece of leaders) await team.build(piece, '1.1.0', edits[piece]);
  await team.succeed('publish', ...leaders);
  // The request tester is a page only where devtools are allowed.
  const defaultConfig = { devtools: {} };
  const server = await serve({ release: team.release, port: 0, defaultConfig });
  return {
    shop: {
      url: server.url,
      shows: (piece) => edits[piece][isAhead(piece, ahead) ? 'replacement' : 'text'],
    },
    async close() {
      await server.stop();
      await team.clear();
    },
  };
}

const test = base.extend<
  { ahead: Ahead; shop: Shop },
  { shopWith: (ahead: Ahead) => Promise<Shop> }
>({
  ahead: ['shell', { option: true }],
  shopWith: [
    async ({}, use) => {
      const opened = new Map<Ahead, ReturnType<typeof openShop>>();
      await use(async (ahead) => {
        const shop = opened.get(ahead) ?? openShop(ahead);
        opened.set(ahead, shop);
        return (await shop).shop;
      });
      for (const shop of opened.values()) await (await shop).close();
    },
    { scope: 'worker' },
  ],
  shop: async ({ shopWith, ahead }, use) => use(await shopWith(ahead)),
  baseURL: async ({ shop }, use) => use(shop.url),
});

for (const ahead of ['shell', 'remotes'] as const) {
  const behind = ahead === 'shell' ? 'every remote' : 'the shell';
  test.describe(`${behind} is one version behind`, () => {
    test.use({ ahead });

    // A shop for all three: its pieces are published once.
    test.describe.configure({ mode: 'default' });
    test.slow();

    test(
      'a visitor finds a product, signs up and keeps it',
      onlyInAll(),
      async ({ page, shop }) => {
        await page.goto('/');
        await expect(page.getByText(shop.shows('shell'))).toBeVisible();
        await page.getByRole('link', { name: /Women/ }).click();
        await expect(page.getByRole('article')).toHaveCount(5);
        await expectHeading(page, shop.shows('mfe-catalog'));
        await expectNoAxeViolations(page);
        await page.getByRole('checkbox', { name: 'M', exact: true }).check();
        await page.getByRole('link', { name: 'Marigold Anarkali Dress' }).click();
        await expectHeading(page, 'Marigold Anarkali Dress');

        await signUp(page);
        const tunic = page.getByRole('article', { name: 'Chikankari Tunic' });
        await tunic.getByRole('button', { name: /Wishlist/ }).click();
        await page.getByRole('link', { name: 'Wishlist, 1 item' }).click();
        await expectHeading(page, 'My Wishlist');
        await page.getByRole('link', { name: 'Profile' }).click();
        await expectHeading(page, shop.shows('mfe-account'));
        await page.getByRole('button', { name: 'Log out' }).click();
        await expect(page.getByText('You are successfully logged out')).toBeVisible();
      },
    );

    test('a guest buys, and finds the order again after a reload', async ({ page, shop }) => {
      await logInAsGuest(page);
      await checkOut(page, 'Chikankari Tunic', 'Patch-Pocket Dungarees');
      await pay(page, 'Pay successfully after');
      await expectPlaced(page);
      await page.reload();
      await expectPlaced(page);
      await page.getByRole('link', { name: 'All your orders' }).click();
      await expectHeading(page, shop.shows('mfe-checkout'));
      await expect(orders(page)).toHaveCount(1);
    });

    test('the request tester sends a request', onlyInAll(), async ({ page, shop }) => {
      await page.goto('/mockman?method=GET&endpoint=/api/products');
      await expect(page.getByText(shop.shows('mfe-devtools'), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText(/\b200\b/).first()).toBeVisible();
    });
  });
}
