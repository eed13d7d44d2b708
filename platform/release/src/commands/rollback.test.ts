import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { RefusedError, UsageError } from '../errors.ts';
import { type Finding, refusal } from '../findings.ts';
import { createGate } from '../gate/gate.ts';
import type { ReleaseContext } from '../pointers/context.ts';
import { readRegistry, registryIn } from '../release-folder/registry.ts';
import {
  buildRemote,
  expectFailure,
  openWithShell,
  publishPiece,
  writeFiles,
} from '../testing/release.ts';
import { history, list, listVersions } from './list.ts';
import { prune } from './prune.ts';
import { recover } from './recover.ts';
import { rollback, withdraw } from './rollback.ts';

const id = 'mfe-catalog';
const twoDays = 2 * 24 * 60 * 60 * 1000;

/** A shop whose remote has a stable version, a canary and a previous version. */
async function openShop(changes: Partial<ReleaseContext> = {}) {
  const shop = await openWithShell(changes);
  const [a, b] = await shop.publishTwo();
  await shop.canary(10, a);
  const read = async () => JSON.parse(await readFile(`${shop.release}/registry.json`, 'utf8'));
  return { ...shop, a, b, read, withdraw: () => withdraw(shop.context, id) };
}

test('a withdrawn remote is in no page, and its files stay', async () => {
  const shop = await openShop();
  expect(await shop.withdraw()).toEqual({ name: id, before: shop.b, endedCanary: shop.a });
  expect(await shop.page()).not.toContain(id);
  expect(registryIn(await readRegistry(shop.release)).remotes).toEqual([]);
  const file = path.join(shop.release, 'remotes', id, shop.b, 'remoteEntry.js');
  expect(await readFile(file, 'utf8')).toBe('container');
  expect((await list(shop.release)).withdrawn).toMatchObject([{ name: id, stable: shop.b }]);
  expect(await listVersions(shop.release, id)).toMatchObject([
    { version: shop.b, role: 'withdrawn' },
    { version: shop.a, role: 'withdrawn' },
  ]);
});

test('a rollback puts a withdrawn remote back, with its pointers as they were', async () => {
  const shop = await openShop();
  const { remotes } = await shop.read();
  await shop.withdraw();
  expect(await shop.rollback()).toMatchObject({ version: shop.b, before: undefined });
  const registry = await shop.read();
  expect(registry.remotes).toEqual(remotes);
  expect(registry).not.toHaveProperty('withdrawn');
  const [back, away] = (await history(shop.release)).moves;
  const state = { stable: shop.b, canary: { version: shop.a, percent: 10 } };
  expect(away).toMatchObject({
    command: `withdraw ${id}`,
    pieces: [{ name: id, from: state, to: null }],
  });
  expect(back).toMatchObject({
    command: `rollback ${id}`,
    pieces: [{ name: id, from: null, to: state }],
  });
});

test('a rollback to a version puts back that version alone', async () => {
  const shop = await openShop();
  await shop.withdraw();
  await shop.rollback(shop.a);
  expect(await shop.versions()).toEqual([shop.a, undefined]);
});

test('a withdrawn remote can be published again, as if it were new', async () => {
  const shop = await openShop();
  await shop.withdraw();
  const c = await shop.publish('c');
  expect(await shop.versions()).toEqual([c, undefined]);
  expect((await list(shop.release)).withdrawn).toEqual([]);
});

test('pruning keeps the versions that a withdrawn remote can be put back to', async () => {
  const shop = await openShop();
  await shop.withdraw();
  await prune(shop.context, { keep: 0, dryRun: false, now: Date.now() + twoDays });
  await shop.rollback();
  expect(await shop.versions()).toEqual([shop.b, shop.a, shop.a]);
});

test('the gate is asked before a remote is put back', async () => {
  const findings: Finding[] = [];
  const shop = await openShop({ gate: async () => findings });
  await shop.withdraw();
  findings.push(refusal('routes', id, '/ is taken'));
  await expect(shop.rollback()).rejects.toThrow('/ is taken');
  expect((await list(shop.release)).withdrawn).toHaveLength(1);
});

test('a piece that needs a remote stops its withdrawal, unless --anyway is given', async () => {
  const findings: Finding[] = [];
  const shop = await openShop({ gate: async () => findings });
  findings.push(refusal('links', 'shell', 'a link', { flag: '--anyway' }));
  await expect(shop.withdraw()).rejects.toThrow('a link Or allow it: --anyway');
  expect((await shop.read()).remotes).toHaveLength(1);
  await withdraw({ ...shop.context, flags: ['--anyway'] }, id);
  expect((await history(shop.release)).moves[0]).toMatchObject({
    command: 'withdraw mfe-catalog --anyway',
    gate: { warnings: [{ message: 'a link' }] },
  });
});

test('the way back to what was live before needs no option', async () => {
  const gate = async () => [refusal('access', id, 'it is open', { flag: '--allow-access /' })];
  const shop = await openShop();
  const gated = { ...shop.context, gate };
  await expect(rollback(gated, id, 'canary')).rejects.toThrow('it is open');
  await rollback(gated, id, undefined);
  await rollback(gated, id, undefined);
  expect(await shop.versions()).toEqual([shop.a, undefined]);
  await expect(rollback(gated, id, shop.b)).rejects.toThrow('it is open');
});

/** Adds fields to the declaration of the build in a folder. */
async function declare(folder: string, fields: object) {
  const file = path.join(folder, 'remote.json');
  const declaration = JSON.parse(await readFile(file, 'utf8'));
  await writeFiles(folder, { 'remote.json': JSON.stringify({ ...declaration, ...fields }) });
}

test('fragments of others in a remote’s slots stop its withdrawal; its own in slots of others are a warning', async () => {
  const shop = await openShop();
  const checkout = path.join(shop.root, 'mfe-checkout');
  await buildRemote(checkout, { id: 'mfe-checkout', route: '/cart' });
  const cart = { page: 'cart', path: '/cart', access: 'open', module: './Home' };
  await declare(checkout, {
    routes: [{ ...cart, slots: { 'cart-recommendations': 'many' } }],
    fragments: { 'header-cart': { module: './Home' } },
  });
  const { version } = await publishPiece(checkout, shop.context);
  await buildRemote(shop.piece, { code: 'fills' });
  await declare(shop.piece, { fragments: { 'cart-recommendations': { module: './Home' } } });
  const filler = await publishPiece(shop.piece, shop.context);
  const gated = { ...shop.context, gate: createGate(shop.root) };
  const failure = await withdraw(gated, 'mfe-checkout').catch((error) => error);
  expect(failure).toBeInstanceOf(RefusedError);
  expect(failure.refusals.map(({ message }: Finding) => message)).toEqual([
    `Without mfe-checkout ${version} there is no slot “cart-recommendations”, which mfe-catalog ${filler.version} fills. Release mfe-catalog without it first.`,
  ]);
  expect(failure.warnings.map(({ message }: Finding) => message)).toEqual([
    `mfe-checkout ${version} fills the slot “header-cart” with the fragment ./Home: visitors would no longer get it.`,
  ]);
  await withdraw(shop.context, 'mfe-checkout');
  expect((await list(shop.release)).pieces.map(({ name }) => name)).toEqual(['shell', id]);
});

test('a recovered registry does not make a withdrawn remote live, and can put it back', async () => {
  const shop = await openShop();
  await shop.withdraw();
  for (const lost of ['registry.json', 'index.html']) await rm(path.join(shop.release, lost));
  const { pieces, problems } = await recover(shop.context, false);
  expect(pieces.map(({ name }) => name)).toEqual(['shell']);
  expect(problems).toContainEqual(expect.stringContaining(`${id} was withdrawn at 20`));
  await shop.rollback();
  expect(await shop.versions()).toEqual([shop.b, shop.a]);
});

test.each([
  ['the shell', async (shop: Shop) => withdraw(shop.context, 'shell'), 'every page needs it'],
  ['no remote', async (shop: Shop) => withdraw(shop.context, 'mfe-x'), 'is not in this'],
  [
    'it twice',
    async (shop: Shop) => {
      await shop.withdraw();
      return shop.withdraw();
    },
    'is withdrawn already, since 20',
  ],
  [
    'a canary of it',
    async (shop: Shop) => {
      await shop.withdraw();
      return shop.canary(10, 'stable');
    },
    `is withdrawn: “patchwork rollback ${id}” restores it`,
  ],
  [
    'rolling back what never was',
    (shop: Shop) => rollback(shop.context, 'mfe-x', undefined),
    'is not in this',
  ],
])('wrong usage of withdrawals: %s', async (_what, act, message) => {
  await expectFailure(act(await openShop()), UsageError, message);
});

type Shop = Awaited<ReturnType<typeof openShop>>;
