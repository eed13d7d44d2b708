import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { buildRemote, filesIn, openWithShell } from '../testing/release.ts';
import { assignRepository } from './assign-repository.ts';
import { history } from './list.ts';
import { check, publish } from './publish.ts';

const id = 'mfe-catalog';

/** Opens a shop with a function that publishes a changed build of the catalogue from a place. */
async function openShop() {
  const shop = await openWithShell();
  const build = async (code: string, ...repository: string[]) => {
    await buildRemote(shop.piece, { code });
    return [{ name: id, folder: shop.piece, repository }];
  };
  const publishFrom = async (code: string, ...repository: string[]) =>
    publish(shop.context, await build(code, ...repository));
  return { ...shop, build, publishFrom };
}

test('a build from a repository other than the owner is refused, and leaves nothing', async () => {
  const shop = await openShop();
  await shop.publishFrom('a', 'github.com/acme/catalog');
  const before = await filesIn(shop.release);
  await expect(shop.publishFrom('b', 'github.com/stranger/catalog')).rejects.toThrow(
    /^owner: mfe-catalog 1\.2\.0-\w{10} comes from github\.com\/stranger\/catalog, but mfe-catalog belongs to github\.com\/acme\/catalog\. Choose another id for yours; if the remote has moved, run “patchwork own mfe-catalog” in its new place\.$/,
  );
  const builds = await shop.build('b', 'github.com/stranger/catalog');
  expect((await check(shop.context, builds)).refusals).toMatchObject([{ rule: 'owner' }]);
  expect(await filesIn(shop.release)).toEqual(before);
  await shop.publishFrom('c', 'github.com/acme/catalog');
});

test('a repository is known by each name that it had', async () => {
  const shop = await openShop();
  await shop.publishFrom('a', 'laptop:/home/ada/catalog');
  await shop.publishFrom('b', 'github.com/acme/catalog', 'laptop:/home/ada/catalog');
  await shop.publishFrom('c', 'github.com/acme/catalog');
  await expect(shop.publishFrom('d', 'laptop:/home/bob/catalog')).rejects.toThrow(
    'belongs to laptop:/home/ada/catalog',
  );
});

test('a command of its own changes the owner, and the history records it', async () => {
  const shop = await openShop();
  await shop.publishFrom('a', 'github.com/acme/catalog');
  expect(await assignRepository(shop.context, id, ['github.com/gifts/catalog'])).toEqual({
    name: id,
    before: 'github.com/acme/catalog',
    owner: 'github.com/gifts/catalog',
  });
  await shop.publishFrom('b', 'github.com/gifts/catalog');
  await expect(shop.publishFrom('c', 'github.com/acme/catalog')).rejects.toThrow('owner: ');
  const { moves } = await history(shop.release, { name: id });
  expect(moves.map(({ command }) => command)).toEqual([
    'publish mfe-catalog',
    'own mfe-catalog',
    'publish mfe-catalog',
  ]);
});

test('a remote without a version has no owner to change', async () => {
  const shop = await openShop();
  const failure = await assignRepository(shop.context, 'mfe-x', ['here']).catch(
    (error: unknown) => error,
  );
  expect(failure).toBeInstanceOf(UsageError);
});
