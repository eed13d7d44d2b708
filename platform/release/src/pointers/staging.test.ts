import { expect, test } from 'vitest';
import { canary } from '../commands/canary.ts';
import { listVersions } from '../commands/list.ts';
import { preview } from '../commands/preview.ts';
import { check, publish } from '../commands/publish.ts';
import { RefusedError } from '../errors.ts';
import { type Finding, refusal } from '../findings.ts';
import { readRegistry } from '../release-folder/registry.ts';
import { findRelease } from '../release-folder/versions.ts';
import {
  addVersion,
  buildRemote,
  buildShell,
  expectFailure,
  filesIn,
  openWithShell,
} from '../testing/release.ts';

const id = 'mfe-catalog';

/** Opens a live shop whose gate lets everything pass until `refuse` is called. */
async function openShop() {
  const findings: Finding[] = [];
  const shop = await openWithShell({ gate: async () => findings });
  const stable = await shop.publish('a');
  const build = { name: id, folder: shop.piece };
  const refuse = () => findings.push(refusal('routes', id, 'it is taken'));
  return { ...shop, stable, build, refuse };
}

type Shop = Awaited<ReturnType<typeof openShop>>;

const commands: Record<string, (shop: Shop) => Promise<unknown>> = {
  publication: async ({ context, build, shell }) => {
    await buildShell(shell, 'index.2.js');
    return publish(context, [build, { name: 'shell', folder: shell }]);
  },
  canary: ({ context, release, build }) =>
    canary(context, {
      id,
      percent: 40,
      builds: [build],
      choose: (document) => findRelease(release, document, id, 'canary'),
    }),
  preview: ({ context, build }) =>
    preview(context, { name: 'pr-1', days: 1, now: Date.now() }, async () => [], [build]),
};

test.each(Object.entries(commands))(
  'a refused %s leaves nothing in the release folder',
  async (_name, run) => {
    const shop = await openShop();
    const look = async () => [await filesIn(shop.release), await readRegistry(shop.release)];
    const before = await look();
    await buildRemote(shop.piece, { code: 'b' });
    shop.refuse();
    await expectFailure(run(shop), RefusedError, 'it is taken');
    expect(await look()).toEqual(before);
  },
);

const inSources = refusal('type errors', id, 'it does not compile');

test('all reasons are given at once: those of the sources, of each build, and of the gate', async () => {
  const shop = await openShop();
  await buildRemote(shop.piece, { code: 'b' });
  await buildShell(shop.shell, 'index.js');
  shop.refuse();
  const builds = [
    { ...shop.build, findings: [inSources] },
    { name: 'shell', folder: shop.shell },
  ];
  const failure = await publish(shop.context, builds).catch((error: unknown) => error);
  const reasons = [
    ['type errors', 'it does not compile'],
    ['files', 'static/js/index.js'],
    ['routes', 'it is taken'],
  ];
  const expected = reasons.map(([rule, message]) => ({
    rule,
    message: expect.stringContaining(message ?? ''),
  }));
  expect(failure).toBeInstanceOf(RefusedError);
  expect(failure).toMatchObject({ refusals: expected });
  expect((await check(shop.context, builds)).refusals).toMatchObject(expected);
});

test('a build that is not new is refused for errors in its sources', async () => {
  const shop = await openShop();
  const publishing = publish(shop.context, [{ ...shop.build, findings: [inSources] }]);
  await expect(publishing).rejects.toThrow('it does not compile');
});

test('a version that was never live is marked, and does not make its package’s version ambiguous', async () => {
  const shop = await openShop();
  await buildRemote(shop.piece, { code: 'left by a command that was killed' });
  const { version } = (await addVersion(shop.release, shop.build)).version;
  expect(await listVersions(shop.release, id)).toMatchObject([
    { version, role: 'never live' },
    { version: shop.stable, role: 'stable' },
  ]);
  await expect(shop.canary(40, '1.2.0')).rejects.toThrow(`${shop.stable} is the stable version`);
  await shop.canary(40, version);
  expect(await shop.versions()).toEqual([shop.stable, version]);
  await expect(shop.canary(40, '1.2.0')).rejects.toThrow('1.2.0 has several builds');
});
