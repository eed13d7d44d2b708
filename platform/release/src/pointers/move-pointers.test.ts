import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import { expect, test } from 'vitest';
import { canary } from '../commands/canary.ts';
import { publish } from '../commands/publish.ts';
import { writePage } from '../commands/recover.ts';
import { rollback } from '../commands/rollback.ts';
import { RefusedError, UsageError } from '../errors.ts';
import { type Finding, refusal } from '../findings.ts';
import type { Pointers } from '../release-folder/piece-pointers.ts';
import { pointersIn, withPointers } from '../release-folder/registry.ts';
import {
  buildRemote,
  buildShell,
  expectFailure,
  filesIn,
  openWithShell,
  openWorkspace,
  publishPiece,
  writeFiles,
} from '../testing/release.ts';
import type { GateQuestion } from './context.ts';
import { makeCanary, makeStable, rollBack } from './next-pointers.ts';

test('stable, canary, promotion and rollback move one pointer each', async () => {
  const shop = await openWorkspace();
  const [a, b] = await shop.publishTwo();
  expect(await shop.versions()).toEqual([b, undefined, a]);
  await shop.canary(10, a);
  expect(await shop.versions()).toEqual([b, a, a]);
  expect(await shop.promote()).toEqual({ name: 'mfe-catalog', version: a, before: b });
  expect(await shop.versions()).toEqual([a, undefined, b]);
  expect(await shop.rollback()).toMatchObject({ version: b, before: a, endedCanary: undefined });
  expect(await shop.versions()).toEqual([b, undefined]);
});

test('a first rollback ends the canary, a second one goes back', async () => {
  const shop = await openWorkspace();
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  expect(await shop.rollback()).toMatchObject({ version: b, before: b, endedCanary: a });
  expect(await shop.rollback()).toMatchObject({ version: a, before: b });
});

test('a rollback may name any version that is still in the folder', async () => {
  const shop = await openWorkspace();
  const [a] = await shop.publishTwo();
  const c = await shop.publish('c');
  await shop.rollback(a);
  expect(await shop.versions()).toEqual([a, undefined]);
  await shop.rollback(c);
  expect(await shop.versions()).toEqual([c, undefined, a]);
  expect(await shop.rollback()).toMatchObject({ version: a, before: c });
});

test('the share of a canary can be changed, and 0 ends the canary', async () => {
  const shop = await openWorkspace();
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  expect(await shop.canary(25, 'canary')).toMatchObject({
    stable: b,
    canary: { version: a, percent: 25 },
    before: { version: a, percent: 10 },
  });
  expect(await shop.canary(0, 'canary')).toMatchObject({ canary: undefined });
  expect(await shop.versions()).toEqual([b, undefined, a]);
});

test('publishing all at once moves all pointers in one step', async () => {
  const questions: GateQuestion[] = [];
  const shop = await openWorkspace({
    gate: async (question) => {
      questions.push(question);
      return [];
    },
  });
  await buildRemote(shop.piece);
  await buildShell(shop.shell);
  const pieces = [
    { name: 'shell', folder: shop.shell },
    { name: 'mfe-catalog', folder: shop.piece },
  ];
  const [shell, remote] = await publish(shop.context, pieces);
  expect(questions).toHaveLength(1);
  expect(questions[0]?.after).toMatchObject({
    shell: { version: shell?.version },
    remotes: [{ id: 'mfe-catalog', stable: { version: remote?.version } }],
  });
  expect(await shop.page()).toContain(`"version":"${remote?.version}"`);
  await publish(shop.context, pieces);
  expect(questions).toHaveLength(1);
});

test('a promotion and a rollback that the gate refuses change no pointer', async () => {
  const findings: Finding[] = [];
  const shop = await openWithShell({ gate: async () => findings });
  const [a] = await shop.publishTwo();
  await shop.canary(10, a);
  const read = async () => [await readFile(`${shop.release}/registry.json`), await shop.page()];
  const before = await read();
  findings.push(refusal('routes', 'mfe-catalog 2', '/ is taken'));
  for (const move of [shop.promote, shop.rollback]) {
    const failure = await move().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(RefusedError);
    expect(failure).toMatchObject({ refusals: findings });
    expect(await read()).toEqual(before);
  }
});

test('a command that may move one piece moves no other, whatever it names', async () => {
  const shop = await openWithShell();
  const [, b] = await shop.publishTwo();
  const before = await shop.page();
  const mayMove = (...pieces: string[]) => ({ ...shop.context, mayMove: pieces });
  await expect(rollback(mayMove('mfe-cart', 'shell'), 'mfe-catalog', undefined)).rejects.toThrow(
    'owner: This would also move mfe-catalog, which belongs to others',
  );
  expect([await shop.page(), (await shop.versions())[0]]).toEqual([before, b]);
  await rollback(mayMove('mfe-catalog'), 'mfe-catalog', undefined);
  expect((await shop.versions())[0]).not.toBe(b);
});

test('the page has what is live after every command', async () => {
  const shop = await openWithShell();
  const a = await shop.publish('a');
  expect(await shop.page()).toContain(`"version":"${a}"`);
  const b = await shop.publish('b');
  expect(await shop.page()).toContain(`"version":"${b}"`);
  expect(await shop.page()).not.toContain(a);
  const [, complete = ''] = /"complete":"\/([^"]+)"/.exec(await shop.page()) ?? [];
  const { remotes } = JSON.parse(await readFile(path.join(shop.release, complete), 'utf8'));
  expect(remotes).toMatchObject([{ stable: { version: b }, previous: [{ version: a }] }]);
  await shop.publishShell('index.222.js');
  expect(await shop.page()).toContain('index.222.js');
  await shop.rollback(undefined, 'shell');
  expect(await shop.page()).toContain('index.1.js');
  const scripts = (await filesIn(shop.release)).filter((file) => file.endsWith('.js'));
  expect(scripts).toContain('static/js/index.1.js');
  expect(scripts).toContain('static/js/index.222.js');
});

test('a command says which remote it can’t read and leaves out of the page', async () => {
  const steps: string[] = [];
  const shop = await openWorkspace({ progress: (step) => void steps.push(step) });
  await writeFiles(shop.release, {
    'registry.json': JSON.stringify({
      format: 2,
      remotes: [{ id: 'mfe-next', of: 'another format' }],
    }),
  });
  await shop.publishShell('index.1.js');
  expect(steps).toContainEqual(expect.stringContaining('registry.json: left out mfe-next: '));
});

test('a page that a crash left out of date is written by the next command', async () => {
  const shop = await openWithShell();
  await shop.publish('a');
  const page = await shop.page();
  await writeFiles(shop.release, { 'index.html': 'an older page', 'favicon.svg': 'an older one' });
  await expect(shop.promote()).rejects.toThrow(UsageError);
  expect(await shop.page()).toBe(page);
  expect(await readFile(`${shop.release}/favicon.svg`, 'utf8')).toBe('<svg/>');
});

test('a configuration that can’t be read stops a command before it moves a pointer', async () => {
  const shop = await openWithShell();
  const a = await shop.publish('a');
  await writeFiles(shop.release, { 'config.json': '{' });
  await expect(shop.publish('b')).rejects.toThrow('config.json cannot be read');
  expect(await shop.versions()).toEqual([a, undefined]);
  await writeFiles(shop.release, { 'config.json': '{"apiBaseUrl":"https://api.example"}' });
  await writePage(shop.context);
  expect(await shop.page()).toContain('https://api.example');
});

test('a hashed file of the shell is never overwritten', async () => {
  const shop = await openWithShell();
  await buildShell(shop.shell, 'index.1.js');
  await writeFiles(shop.shell, { 'dist/static/js/index.1.js': 'other bytes' });
  await expect(publishPiece(shop.shell, shop.context)).rejects.toThrow(
    'static/js/index.1.js differs from this build’s file of the same name',
  );
});

async function canaryOfOther({ context, piece: folder }: Shop) {
  await buildRemote(folder, { id: 'mfe-other' });
  const builds = [{ name: 'mfe-catalog', folder }];
  return canary(context, {
    id: 'mfe-catalog',
    percent: 5,
    builds,
    choose: async () => expect.unreachable(),
  });
}

test.each([
  ['a canary of nothing', async (shop: Shop) => shop.canary(10, 'x'), 'no stable version yet'],
  ['no canary to promote', withStable((shop) => shop.promote()), 'has no canary to promote'],
  ['no canary to end', withStable((shop) => shop.canary(0, 'x')), 'has no canary to end'],
  ['a build of another remote', withStable(canaryOfOther), 'build is of mfe-other'],
  ['the stable one', withStable((shop) => shop.canary(5, 'stable')), 'already: build a change'],
  ['nothing to go back to', withStable((shop) => shop.rollback()), 'has no previous version'],
  ['the live one', withStable((shop) => shop.rollback('stable')), 'already: name another one'],
  ['the live one during a canary', duringCanary, 'without a version ends the canary'],
  ['an unknown one', withStable((shop) => shop.rollback('7')), 'no version “7”. There are: 1.2.0-'],
  ['no shell', async (shop: Shop) => shop.rollback('7', 'shell'), 'not in this release folder'],
])('%s is wrong usage', async (_name, act, message) => {
  await expectFailure(act(await openWorkspace()), UsageError, message);
});

type Shop = Awaited<ReturnType<typeof openWorkspace>>;

function withStable(act: (shop: Shop) => Promise<unknown>) {
  return async (shop: Shop) => {
    await shop.publish('a');
    return act(shop);
  };
}

async function duringCanary(shop: Shop) {
  const [a] = await shop.publishTwo();
  await shop.canary(10, a);
  return shop.rollback('stable');
}

const release = (version: string): PublishedRemote => ({
  id: 'mfe-catalog',
  team: 'Catalogue',
  version,
  entry: `/remotes/mfe-catalog/${version}/remoteEntry.js`,
  routes: [],
  fragments: {},
  files: {},
  integrity: {},
  shared: {},
  publishedAt: `2026-11-${version.padStart(2, '0')}T00:00:00.000Z`,
});

const pointers = (stable: string, ...previous: string[]): Pointers => ({
  id: 'mfe-catalog',
  stable: release(stable),
  previous: previous.map(release),
});

/** Writes pointers as '3+4: 2 1': the stable version, the canary, then the previous ones. */
const textOf = ({ stable, canary, previous }: Pointers) => {
  const share = canary ? `+${canary.release.version}` : '';
  return `${stable.version}${share}: ${previous.map(({ version }) => version).join(' ')}`;
};

const stable = (before: Pointers | undefined, version: string) =>
  makeStable('mfe-catalog', before, release(version));

const withCanary = makeCanary(pointers('2', '1'), release('3'), 10);

test.each([
  ['a first version has none to fall back to', stable(undefined, '1'), '1: '],
  ['a new one has the old one', stable(pointers('2', '1'), '3'), '3: 2 1'],
  ['five are remembered', stable(pointers('6', '5', '4', '3', '2', '1'), '7'), '7: 6 5 4 3 2'],
  ['a version is never its own fallback', stable(pointers('2', '1'), '1'), '1: 2'],
  ['a canary leaves the others what they have', withCanary, '2+3: 1'],
  ['a promotion ends the canary', stable(withCanary, '3'), '3: 2 1'],
  [
    'a version that was left is nothing to fall back to',
    rollBack(pointers('4', '3', '2', '1'), release('2')),
    '2: 1',
  ],
  [
    'behind a forgotten version only older ones are good',
    rollBack(pointers('9', '8', '3'), release('5')),
    '5: 3',
  ],
  [
    'on the way to a later version, the one that is left stays good',
    rollBack(pointers('1'), release('2')),
    '2: 1',
  ],
  ['the same with a canary', rollBack(withCanary, release('3')), '3: 2 1'],
])('%s', (_what, next, expected) => {
  expect(textOf(next)).toBe(expected);
});

test('a version that is stable already changes nothing, not even the canary', () => {
  expect(stable(withCanary, '2')).toBe(withCanary);
});

test('a rollback of the shell works in the same way, though registry.json has no dates of its versions', () => {
  const document = { format: 2 as const, remotes: [], remoteOrigins: [] };
  const shell = { version: 'c', previous: ['b', 'a'] };
  const before = pointersIn({ ...document, shell }, 'shell');
  if (!before) throw new Error('no pointers');
  const back = (version: string, publishedAt?: string) =>
    withPointers(document, rollBack(before, { version, publishedAt })).shell;
  expect(back('b')).toEqual({ version: 'b', previous: ['a'] });
  expect(back('a')).toEqual({ version: 'a', previous: [] });
  expect(back('d', '2026-11-22')).toEqual({ version: 'd', previous: ['c', 'b', 'a'] });
});
