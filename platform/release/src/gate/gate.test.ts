import { rm } from 'node:fs/promises';
import { expect, test, vi } from 'vitest';
import { check, checkVersion, publish } from '../commands/publish.ts';
import { withdraw } from '../commands/rollback.ts';
import { type Finding, refusal } from '../findings.ts';
import {
  buildRemote,
  buildShell,
  filesIn,
  openWorkspace,
  publishPiece,
} from '../testing/release.ts';
import type { RemoteCheck, ShellCheck } from './check.ts';
import { createGate } from './gate.ts';

const asked = vi.hoisted(() => ({
  remotes: [] as string[],
  shells: [] as string[],
  earlier: [] as string[],
}));
const verdict = vi.hoisted(() => ({ refusals: [] as Finding[] }));

vi.mock('./check.ts', async (importOriginal) => ({
  ...(await importOriginal<typeof import('./check.ts')>()),
  checkRemote: async ({ remote, others, earlier, shell }: RemoteCheck) => {
    const versions = others.map(({ release }) => release.version);
    asked.remotes.push(`${remote.release.version} in ${shell?.version} beside ${versions}`);
    const [live, previous] = [earlier.live, earlier.previous].map((releases) =>
      releases.map(({ version }) => version),
    );
    asked.earlier.push(`${live} after ${previous}`);
    return verdict.refusals;
  },
  checkShell: async ({ shell, remotes }: ShellCheck) => {
    const versions = remotes.map(({ release }) => release.version);
    asked.shells.push(`${shell.version} with ${versions}`);
    return verdict.refusals;
  },
}));

// These pieces have no types.
vi.mock('./rules/types.ts', () => ({ checkTypes: async () => [] }));

async function openGated() {
  verdict.refusals = [];
  const shop = await openWorkspace({ gate: createGate('/workspace') });
  const folder = `${shop.root}/mfe-account`;
  const buildAccount = (code: string) =>
    buildRemote(folder, { id: 'mfe-account', code, route: '/login' });
  async function publishAccount(code: string) {
    await buildAccount(code);
    return (await publishPiece(folder, shop.context)).version;
  }
  const account = await publishAccount('home');
  const shell = await shop.publishShell('index.1.js');
  const forget = () => {
    asked.remotes = [];
    asked.shells = [];
    asked.earlier = [];
  };
  forget();
  const pieces = [
    { name: 'mfe-catalog', folder: shop.piece },
    { name: 'shell', folder: shop.shell },
  ];
  const accounts = { account, buildAccount, publishAccount, accountFolder: folder };
  return { ...shop, ...accounts, pieces, shellVersion: shell, forget };
}

test('every move checks what becomes live, against everything that is live with it', async () => {
  const shop = await openGated();
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  await shop.canary(20, a);
  await shop.promote();
  await shop.rollback();
  const around = `in ${shop.shellVersion} beside ${shop.account}`;
  expect(asked.remotes).toEqual([
    `${a} ${around}`,
    `${b} ${around}`,
    `${a} ${around}`,
    `${a} ${around}`,
    `${b} ${around}`,
  ]);
  expect(asked.shells).toEqual([]);
});

test('a canary counts as live when another remote or a shell is checked', async () => {
  const shop = await openGated();
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  shop.forget();
  const account = await shop.publishAccount('new');
  const shell = await shop.publishShell('index.2.js');
  expect(asked.remotes).toEqual([`${account} in ${shop.shellVersion} beside ${b},${a}`]);
  expect(asked.shells).toEqual([`${shell} with ${account},${b},${a}`]);
  await shop.rollback(undefined, 'shell');
  expect(asked.shells.at(-1)).toBe(`${shop.shellVersion} with ${account},${b},${a}`);
});

test('the gate gets all versions that were live before, even if several are published at once', async () => {
  const shop = await openGated();
  const [a, b] = await shop.publishTwo();
  shop.forget();
  await shop.buildAccount('new');
  await buildRemote(shop.piece, { code: 'c' });
  await publish(shop.context, [
    { name: 'mfe-account', folder: shop.accountFolder },
    { name: 'mfe-catalog', folder: shop.piece },
  ]);
  const expected = `${shop.account},${b} after ${a}`;
  expect(asked.earlier).toEqual([expected, expected]);
});

test('the guards of a withdrawn remote still count, in each of its versions that can be read', async () => {
  const shop = await openGated();
  const [a, b] = await shop.publishTwo();
  await withdraw(shop.context, 'mfe-catalog');
  shop.forget();
  const second = await shop.publishAccount('second');
  await rm(`${shop.release}/remotes/mfe-catalog/${a}`, { recursive: true });
  await shop.publishAccount('third');
  expect(asked.earlier).toEqual([
    `${shop.account} after ${b},${a}`,
    `${second} after ${shop.account},${b}`,
  ]);
});

test('a live shell that cannot be read does not stop a new shell', async () => {
  const shop = await openGated();
  await rm(`${shop.release}/shell/${shop.shellVersion}/release.json`);
  const shell = await shop.publishShell('index.2.js');
  expect(asked.shells).toEqual([`${shell} with ${shop.account}`]);
});

test('a fault between a remote and a shell is reported once', async () => {
  const shop = await openGated();
  verdict.refusals = [refusal('types', 'shell', 'they do not fit')];
  await buildRemote(shop.piece);
  await buildShell(shop.shell, 'index.2.js');
  expect((await check(shop.context, shop.pieces)).refusals).toHaveLength(1);
  expect([asked.remotes, asked.shells].map(({ length }) => length)).toEqual([1, 1]);
});

test('a check reports missing files of versions that are live already', async () => {
  const shop = await openGated();
  const catalog = await shop.publish('a');
  const found = async () =>
    (
      await Promise.all([
        check(shop.context, shop.pieces),
        checkVersion(shop.context, 'mfe-catalog', 'stable'),
        checkVersion(shop.context, 'shell', 'stable'),
      ])
    ).map(({ refusals }) => refusals.map(({ rule, file, ours }) => `${rule} ${file} ${ours}`));
  expect(await found()).toEqual([[], [], []]);
  const [chunk, script] = ['static/js/async/Home.1a2b3c.js', 'static/js/index.1.js'];
  await rm(`${shop.release}/remotes/mfe-catalog/${catalog}/${chunk}`);
  await rm(`${shop.release}/${script}`);
  const lost = {
    catalog: `files ${chunk} mfe-catalog ${catalog}`,
    shell: `files ${script} shell ${shop.shellVersion}`,
  };
  expect(await found()).toEqual([[lost.catalog, lost.shell], [lost.catalog], [lost.shell]]);
});

test('a check changes nothing, whatever its result', async () => {
  const shop = await openGated();
  const [a] = await shop.publishTwo();
  const look = async () => [await filesIn(shop.release), await shop.page()];
  const before = await look();
  shop.forget();
  await buildRemote(shop.piece, { code: 'c' });
  await check(shop.context, [{ name: 'mfe-catalog', folder: shop.piece }]);
  expect(asked.remotes[0]).toMatch(new RegExp(`^1\\.2\\.0-\\w+ in ${shop.shellVersion}`));
  await checkVersion(shop.context, 'mfe-catalog', a);
  expect(asked.remotes[1]).toContain(`${a} in `);
  expect(await look()).toEqual(before);
});
