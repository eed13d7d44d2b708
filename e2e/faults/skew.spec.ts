import { checkOut, expectPlaced, orders, pay } from '../shopper-steps.ts';
import {
  expect,
  expectHeading,
  expectNoAxeViolations,
  logInAsGuest,
  onlyInAll,
} from '../support.ts';
import { test as base, edits, type PieceName, pieceNames } from '../teams/team-workspace.ts';

const test = base.extend({ baseURL: async ({ url }, use) => use(url) });

for (const behind of ['every remote', 'the shell']) {
  const isAhead = (piece: PieceName) => (piece === 'shell') === (behind === 'every remote');
  /** Returns the text that a piece shows in its live version. */
  const shownBy = (piece: PieceName) => edits[piece][isAhead(piece) ? 'replacement' : 'text'];

  test(
    `${behind} is one version behind: a guest finds a product, buys it and logs out, and each page has its piece’s version`,
    onlyInAll(behind === 'the shell'),
    async ({ page, team }) => {
      test.slow();
      const leaders = pieceNames.filter(isAhead);
      for (const piece of leaders) await team.build(piece, '1.1.0', edits[piece]);
      await team.succeed('publish', ...leaders);

      await page.goto('/');
      await expect(page.getByText(shownBy('shell'))).toBeVisible();
      await page.getByRole('link', { name: /Women/ }).click();
      await expectHeading(page, shownBy('mfe-catalog'));
      await expectNoAxeViolations(page);
      await logInAsGuest(page);
      await checkOut(page, 'Chikankari Tunic', 'Patch-Pocket Dungarees');
      await pay(page, 'Pay successfully after');
      await expectPlaced(page);
      await page.reload();
      await expectPlaced(page);
      await page.getByRole('link', { name: 'All your orders' }).click();
      await expectHeading(page, shownBy('mfe-checkout'));
      await expect(orders(page)).toHaveCount(1);
      await page.getByRole('link', { name: 'Profile' }).click();
      await expectHeading(page, shownBy('mfe-account'));
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page.getByText('You are successfully logged out')).toBeVisible();

      await page.goto('/mockman?method=GET&endpoint=/api/products');
      await expect(page.getByText(shownBy('mfe-devtools'), { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Submit' }).click();
      await expect(page.getByText(/\b200\b/).first()).toBeVisible();
    },
  );
}
