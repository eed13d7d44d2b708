import path from 'node:path';
import { buildRemote } from '@patchwork/release/testing';
import { expect, test } from 'vitest';
import { openTerminal } from './testing.ts';

async function openShop() {
  const terminal = await openTerminal();
  const settings = {
    'new-gallery': { type: 'boolean', default: false, purpose: 'For a test.' },
    title: { type: 'text', default: 'Buy', purpose: 'For a test.' },
  };
  await buildRemote(path.join(terminal.root, 'mfe-catalog'), { settings });
  await terminal.run('publish', 'mfe-catalog');
  return terminal;
}

test('a value is set, listed, and taken back, each by one command', async () => {
  const { run } = await openShop();
  const set = await run('set', 'mfe-catalog', 'new-gallery', 'true', '--share', '10%');
  expect(set.out).toBe(
    'mfe-catalog: 10 % of the visitors have new-gallery=true, the others the default\n',
  );
  await run('set', 'mfe-catalog', 'title', 'Add to bag', '--reason', 'asked for by the shop');
  expect((await run('list')).out).toContain(
    'settings of mfe-catalog: new-gallery=true 10 %, title="Add to bag" 100 %',
  );
  expect((await run('history', '--limit', '1')).out).toMatch(
    /mfe-catalog: title none → "Add to bag" 100 %\n +why: asked for by the shop/,
  );
  const { out } = await run('set', 'mfe-catalog', 'new-gallery', '--undo');
  expect(out).toBe(
    'mfe-catalog: all visitors have the default of new-gallery again, was true for 10 %\n',
  );
  const listing = (await run('list', '--json')).json();
  expect(listing.pieces.at(-1).values).toEqual({ title: { value: 'Add to bag', percent: 100 } });
});

test.each([
  [['true', '--share', '101'], 'A share is a whole percent from 1 to 100'],
  [['true', '--share', '-5'], 'A share is a whole percent from 1 to 100'],
  [['true', '--share', '0'], '“--undo” gives all visitors the default again'],
  [['true', '--share', '2.5'], 'A share is a whole percent from 1 to 100'],
  [['maybe'], '“maybe” is no value of new-gallery: give true or false'],
  [[], 'Give a value, as in “set mfe-catalog new-gallery true --share 10”'],
  [['true', '--undo'], 'Leave out the value true, or leave out --undo'],
  [['--undo', '--share', '10'], 'Leave out --share, or leave out --undo'],
  [['--undo'], 'new-gallery of mfe-catalog has its default already: there is nothing to undo'],
  [['true', '--auto', '10,100'], 'Leave out the value true, or leave out --auto'],
])('%j is refused with a sentence, and nothing is set', async (args, text) => {
  const { run } = await openShop();
  const { code, err } = await run('set', 'mfe-catalog', 'new-gallery', ...args);
  expect(code).toBe(2);
  expect(err).toContain(text);
  expect((await run('list', '--json')).json().pieces.at(-1).values).toBeUndefined();
});
