import { expect, test } from 'vitest';
import { UsageError } from '../errors.ts';
import { readHistory } from '../release-folder/history.ts';
import { readRegistry, remoteIn } from '../release-folder/registry.ts';
import { buildRemote, expectFailure, openWorkspace, publishPiece } from '../testing/release.ts';
import { list } from './list.ts';
import { recover } from './recover.ts';
import { withdraw } from './rollback.ts';
import { set, unset } from './set.ts';

const id = 'mfe-catalog';
const purpose = 'For a test.';

const settings = {
  'new-gallery': { type: 'boolean', default: false, purpose },
  rows: { type: 'number', default: 3, purpose },
  title: { type: 'text', default: 'Bestsellers', purpose },
  look: { type: 'choice', choices: ['grid', 'list'], default: 'grid', purpose },
};

async function openShop() {
  const shop = await openWorkspace();
  await shop.publishShell('index.1.js');
  async function publishWith(declared: object | undefined, code: string) {
    await buildRemote(shop.piece, { code, ...(declared && { settings: declared }) });
    return (await publishPiece(shop.piece, shop.context)).version;
  }
  await publishWith(settings, 'a');
  const values = async () => remoteIn(await readRegistry(shop.release), id)?.values;
  const setTo = (setting: string, written: string | undefined, percent = 100) =>
    set(shop.context, { id, setting, written, percent });
  /** Expects a refusal that says this, and that nothing has moved. */
  async function expectRefused(doing: () => Promise<unknown>, text: string) {
    const before = await readRegistry(shop.release);
    await expectFailure(doing(), UsageError, text);
    expect(await readRegistry(shop.release)).toEqual(before);
  }
  return { ...shop, publishWith, values, setTo, expectRefused };
}

test('a value is set for a share, its share grows, and all visitors get the default again', async () => {
  const { release, context, setTo, values, page } = await openShop();
  const before = await page();
  const tenth = { value: true, percent: 10 };
  expect(await setTo('new-gallery', 'true', 10)).toEqual({
    ...{ name: id, setting: 'new-gallery', before: undefined, after: tenth },
  });
  expect(await values()).toEqual({ 'new-gallery': tenth });
  expect(await page()).toContain('"new-gallery":{"value":true,"percent":10}');
  await setTo('new-gallery', undefined, 50);
  await setTo('rows', '4.5');
  expect(await values()).toEqual({
    'new-gallery': { value: true, percent: 50 },
    rows: { value: 4.5, percent: 100 },
  });
  expect((await list(release)).pieces.at(-1)?.values).toEqual(await values());
  await unset(context, { id, setting: 'new-gallery' });
  await unset(context, { id, setting: 'rows' });
  expect(await values()).toBeUndefined();
  expect(await page()).toBe(before);
});

test('each change is in the history, with what it was before', async () => {
  const { release, context, setTo } = await openShop();
  await setTo('new-gallery', 'true', 10);
  await unset({ ...context, reason: 'it is too slow' }, { id, setting: 'new-gallery' });
  const { records } = await readHistory(release, await readRegistry(release));
  const value = { 'new-gallery': { value: true, percent: 10 } };
  expect(records.slice(-2)).toMatchObject([
    {
      command: `set ${id} new-gallery true --share 10`,
      pieces: [{ name: id, to: { values: value } }],
    },
    { reason: 'it is too slow', pieces: [{ from: { values: value } }] },
  ]);
  expect(records.at(-1)?.pieces[0]?.to).not.toHaveProperty('values');
});

test.each([
  [
    'new-galery',
    'true',
    'mfe-catalog has no setting “new-galery”. It has new-gallery, rows, title and look',
  ],
  ['toString', 'true', 'mfe-catalog has no setting “toString”'],
  ['new-gallery', 'yes', '“yes” is no value of new-gallery: give true or false'],
  ['rows', 'four', '“four” is no value of rows: give a number'],
  ['rows', ' ', 'is no value of rows: give a number'],
  ['rows', 'Infinity', '“Infinity” is no value of rows: give a number'],
  ['look', 'wide', '“wide” is no value of look: give grid or list'],
  ['title', 'x'.repeat(201), 'give a text of at most 200 characters'],
  ['look', 'grid', 'grid is the default of look: “patchwork set mfe-catalog look --undo”'],
  ['look', undefined, 'Give a value, as in “patchwork set mfe-catalog look true --share 10”'],
])('a value that nobody could get is refused: %s %s', async (setting, written, text) => {
  const { setTo, expectRefused } = await openShop();
  await expectRefused(() => setTo(setting, written, 10), text);
});

test('a piece without settings is refused', async () => {
  const { context, expectRefused } = await openShop();
  const given = { setting: 'rows', written: '4', percent: 10 };
  await expectRefused(() => set(context, { ...given, id: 'shell' }), 'The shell has no settings');
  await expectRefused(() => set(context, { ...given, id: 'mfe-gifts' }), 'mfe-gifts is not live');
  await expectRefused(() => unset(context, { id, setting: 'rows' }), 'has its default already');
});

test('another value never gives some visitors the default by the way', async () => {
  const { setTo, values, expectRefused } = await openShop();
  await setTo('title', 'Loved', 60);
  await expectRefused(
    () => setTo('title', 'Worn', 10),
    '60 % of the visitors have the value Loved',
  );
  await setTo('title', 'Worn', 60);
  expect(await values()).toEqual({ title: { value: 'Worn', percent: 60 } });
});

test('a value that the version before does not know is refused while browsers fall back to it', async () => {
  const { publishWith, setTo, expectRefused } = await openShop();
  const look = { ...settings.look, choices: ['grid', 'list', 'wide'] };
  await publishWith({ ...settings, look }, 'b');
  await expectRefused(() => setTo('look', 'wide', 10), 'takes only grid or list for look');
  await publishWith({ ...settings, look }, 'c');
  await setTo('look', 'wide', 10);
});

test('values outlive releases, rollbacks, canaries, withdrawals and a lost registry.json', async () => {
  const { context, release, publishWith, setTo, values, canary, rollback, promote } =
    await openShop();
  await setTo('rows', '5', 20);
  const set = await values();
  const second = await publishWith(settings, 'b');
  expect(await values()).toEqual(set);
  await rollback();
  expect(await values()).toEqual(set);
  await canary(10, second);
  await promote();
  expect(await values()).toEqual(set);
  await withdraw(context, id);
  await rollback();
  expect(await values()).toEqual(set);
  const { rm } = await import('node:fs/promises');
  await rm(`${release}/registry.json`);
  await recover(context, false);
  expect(await values()).toEqual(set);
});
