import { hashFiles } from '../release-folder.ts';
import { expect, expectHeading, test } from '../support.ts';
import { acceptUploads } from './accepting-shop.ts';
import { copyPlainExample } from './prebuilt-remote.ts';

const id = 'mfe-size-guide';

test.describe.configure({ timeout: 300_000 });

test('a pipeline uploads the remote of its own repository, and no other may', async ({
  page,
  openRelease,
}) => {
  const { folder } = await openRelease();
  const shop = await acceptUploads(folder);
  const team = await copyPlainExample();
  const own = shop.tokensOf('acme/size-guide');
  const upload = (tokens: NodeJS.ProcessEnv, ...args: string[]) =>
    shop.patchwork(team.folder, tokens, ...args, '--to', shop.url);
  try {
    await shop.patchwork(
      ...[team.folder, {}, 'own', id, '--repository', 'localhost/acme/size-guide'],
      ...['--to', folder],
    );
    await team.build();
    expect(await upload(own, 'publish', './', '--no-load')).toContain('its first version');
    await page.goto(`${shop.url}/size-guide`);
    await expectHeading(page, 'Size guide');

    await team.change('src/remoteEntry.js', "'Size guide'", "'Sizes'");
    await team.build();
    const said = await upload(own, 'canary', './', '10', '--no-load');
    const [link = ''] = /http\S+preview=canary-mfe-size-guide/.exec(said) ?? [];
    await page.goto(link.replace('/?', '/size-guide?'));
    await expectHeading(page, 'Sizes');

    const before = await hashFiles(folder, (file) => !file.startsWith('.lock/'));
    const others = [
      [shop.tokensOf('eve/size-guide'), 'localhost/eve/size-guide is not an owner of'],
      [shop.tokensOf('acme/size-guide', 'refs/pull/7/merge'), 'only refs/heads/main may move'],
    ] as const;
    for (const [tokens, reason] of others) {
      await expect(upload(tokens, 'publish', './', '--no-load')).rejects.toThrow(reason);
    }
    expect(await hashFiles(folder, (file) => !file.startsWith('.lock/'))).toEqual(before);

    expect(await upload(own, 'rollback', id)).toContain('has ended, all visitors get');
  } finally {
    await team.remove();
    await shop.stop();
  }
});
