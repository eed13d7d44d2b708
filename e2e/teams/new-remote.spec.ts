import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { shellBytes } from '../release-folder.ts';
import { expect, expectNoAxeViolations, test } from '../support.ts';
import { openAlone } from './team-repository.ts';
import { copyWorkspace, type WorkspaceCopy } from './workspace-copy.ts';

const name = 'mfe-gift-cards';

/** Test of a team that sells something that the shop’s mock does not know. */
const giftCardTest = `import { openPage } from '@patchwork/kit/testing';
import { changeCartAtom } from '@patchwork/shop';
import { test } from 'vitest';
import { GiftCardsPage } from './GiftCardsPage.tsx';

test('a gift card can be put into the cart', async () => {
  const { store } = await openPage(GiftCardsPage, { isLoggedIn: true });
  await store.set(changeCartAtom, {
    type: 'add',
    product: {
      id: 'gift-card',
      title: 'Gift card',
      image: '/images/gift-card.svg',
      description: 'For any garment.',
      category: 'WOMEN',
      size: 'S',
      price: 500,
      originalPrice: 500,
      rating: 0,
      reviews: '0',
      inStock: true,
      deliveryDays: 1,
      trending: false,
    },
  });
});
`;

/** Runs on the new remote what the checks of the whole workspace run. */
async function expectSound({ folder, run }: WorkspaceCopy): Promise<void> {
  const sold = path.join(folder, name, 'src/features/gift-cards/GiftCard.test.tsx');
  await writeFile(sold, giftCardTest);
  const project = { extends: './tsconfig.json', include: [name, 'shop.d.ts'] };
  await writeFile(path.join(folder, 'tsconfig.new.json'), JSON.stringify(project));
  const [tests] = await Promise.all([
    run('vitest', 'run', name).catch((error: Error) => error.message),
    run('tsc', '--noEmit', '-p', 'tsconfig.new.json'),
    run('biome', 'ci', '--vcs-enabled=false', name),
    run('depcruise', '--config', '.dependency-cruiser.cjs', name),
    run('knip', '--no-config-hints', '--workspace', name),
  ]);
  expect(tests).toMatch(/Tests\s+1 failed \| 2 passed/);
  expect(tests).toContain('calls that the shop’s mock refused');
  expect(tests).toContain('addToCart: {\\"errors\\":[\\"The product was not found.\\"]}');
}

test('a fifth remote is created, built, published and opened without a change to another team’s files', async ({
  page,
  context,
  openRelease,
  expectConsole,
}) => {
  test.slow();
  // The browser itself reports that the page came with status 404, before the remote is published.
  expectConsole(/404.*\/gift-cards/);
  const workspace = await copyWorkspace();
  const piece = path.join(workspace.folder, name);
  const release = await openRelease();
  try {
    const before = await workspace.sources();
    const said = await workspace.pnpm('new', 'remote', name, '--team', 'Presents');
    expect(said).toContain('mfe-gift-cards is there: team Presents, page /gift-cards');
    const after = await workspace.sources();
    const touched = Object.keys(after).filter((file) => after[file] !== before[file]);
    expect(touched.filter((file) => !file.startsWith(`${name}/`))).toEqual([
      'pnpm-lock.yaml',
      'shop.d.ts',
    ]);
    await expectSound(workspace);

    await workspace.pnpm('--filter', name, 'build');
    const standalone = ['rsbuild', 'build', '--environment', 'standalone'];
    await workspace.pnpm('--filter', name, 'exec', ...standalone);
    const shell = await shellBytes(release.folder);
    const address = `${release.url}/gift-cards`;
    await page.goto(address);
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();

    await workspace.pnpm('release', 'publish', name, '--to', release.folder);
    expect(await shellBytes(release.folder)).toEqual(shell);
    expect(await readFile(path.join(release.folder, 'registry.json'), 'utf8')).toContain(name);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Gift cards' })).toBeVisible();
    await expect(page.locator('[data-team="Presents"]')).toBeVisible();
    await expectNoAxeViolations(page);
    await page.getByRole('main').getByRole('link', { name: 'Shop Now' }).click();
    await expect(page.getByRole('article')).toHaveCount(14);

    const alone = await context.newPage();
    await openAlone(alone, piece, '/gift-cards');
    await expect(alone.getByRole('heading', { level: 1, name: 'Gift cards' })).toBeVisible();
  } finally {
    await workspace.remove();
  }
});
