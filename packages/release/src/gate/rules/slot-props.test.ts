import path from 'node:path';
import { expect, test } from 'vitest';
import { emitTypes } from '../emit-types.ts';
import type { ShellVersion } from '../gate.ts';
import { declaration, liveWith, remoteVersion, shellVersion, smallWorkspace } from '../testing.ts';
import { nameOf } from '../words.ts';
import { copyTypes, time } from './testing-types.ts';
import { checkTypes } from './types.ts';

const [home] = declaration.routes;
const owned = {
  ...declaration,
  routes: [{ ...home, slots: { offers: 'many' as const } }],
  fragments: {},
};

const slotsFile = 'mfe-shop/src/slots.ts';
const props = `
  import type { Product } from '@patchwork/shop';
  export interface SlotProps { readonly offers: { readonly products: readonly Product[] } }`;

const offers = `
  interface Item { readonly id: string }
  export const Component = ({ products }: { products: readonly Item[] }) => <b>{products[0]?.id}</b>;`;

const owning = { 'mfe-shop/remote.json': JSON.stringify(owned), [slotsFile]: props };

/** A remote with a slot, one that fills it, and a shell: each from its own state of the sources. */
async function publish(owner: Record<string, string>, filler: Record<string, string>) {
  const workspace = await smallWorkspace();
  const types = async (files: Record<string, string>) =>
    copyTypes(await smallWorkspace(files), 'mfe-shop');
  const folders = await Promise.all([
    types({ ...owning, ...owner }),
    types({ 'mfe-shop/src/exposes/Bar.tsx': offers, ...filler }),
    copyTypes(workspace, 'shell'),
  ]);
  const shell: ShellVersion = shellVersion({ folder: folders[2], slots: {} });
  const cart = remoteVersion({ id: 'mfe-cart', version: '1', routes: owned.routes }, folders[0]);
  const fragments = { offers: { module: './Bar' } };
  const news = remoteVersion({ id: 'mfe-news', version: '1', fragments }, folders[1]);
  return { workspace, shell, cart, news };
}

type Shop = Awaited<ReturnType<typeof publish>>;

const check = ({ workspace, shell, cart, news }: Shop, changed: 'cart' | 'news') =>
  checkTypes(
    liveWith({ shell, remotes: [cart, news], changed: new Set([nameOf({ cart, news }[changed])]) }),
    { workspace, verdicts: path.join(workspace, 'verdicts') },
  );

test('a fragment that takes less than its slot gives fits', { timeout: time }, async () => {
  expect(await check(await publish({}, {}), 'news')).toEqual([]);
});

test('a fragment that takes what its slot does not give, whichever of them is new', {
  timeout: time,
}, async () => {
  const titled = offers.replace('products:', 'title: string; products:');
  const shop = await publish({}, { 'mfe-shop/src/exposes/Bar.tsx': titled });
  const [refusal, ...others] = await check(shop, 'news');
  expect(others).toEqual([]);
  expect(refusal).toEqual({
    severity: 'refusal',
    rule: 'exposed types',
    file: 'types/mfe-shop/src/exposes/Bar.d.ts',
    message:
      "types/mfe-shop/src/exposes/Bar.d.ts of mfe-news 1: ./Bar is not what mfe-cart 1 expects in its slot “offers”. Property 'title' is missing in type '{ readonly products: readonly Product[]; }' but required in type '{ title: string; products: readonly Item[]; }'. Make one of them fit the other, the fragment by asking for less or the slot by giving more, and release that one first; or publish both in one command.",
    ours: 'mfe-news 1',
    live: 'mfe-cart 1',
  });
  const [same] = await check(shop, 'cart');
  expect(same).toEqual({ ...refusal, ours: 'mfe-cart 1', live: 'mfe-news 1' });
});

test('a slot that gives another type of the same name', { timeout: time }, async () => {
  const numbered =
    'export interface Product { readonly id: number }\nexport const addToCart = (product: Product) => product;\nexport const products: readonly Product[] = [];';
  const shop = await publish({ 'packages/shop/src/index.ts': numbered }, {});
  const messages = (await check(shop, 'cart'))
    .filter(({ rule }) => rule === 'exposed types')
    .map(({ message }) => message);
  expect(messages).toEqual([
    "types/mfe-shop/src/exposes/Bar.d.ts of mfe-news 1: ./Bar is not what mfe-cart 1 expects in its slot “offers”. Type 'Product' is not assignable to type 'Item'. Types of property 'id' are incompatible. Type 'number' is not assignable to type 'string'. Make one of them fit the other, the fragment by asking for less or the slot by giving more, and release that one first; or publish both in one command.",
  ]);
});

test('a slot without props, and props without a slot, are refused at publish', {
  timeout: time,
}, async () => {
  const renamed = props.replace('offers', 'offer');
  async function refusals(files: Record<string, string>) {
    const workspace = await smallWorkspace({ ...owning, ...files });
    const { findings } = await emitTypes(workspace, path.join(workspace, 'mfe-shop'));
    return findings.filter(({ rule }) => rule === 'slots').map(({ message }) => message);
  }
  expect(await refusals({ [slotsFile]: renamed })).toEqual([
    'remote.json of mfe-shop and SlotProps in src/slots.ts name different slots: “offers” is only in remote.json, “offer” only in SlotProps. Name each slot in both.',
  ]);
  expect(await refusals({ [slotsFile]: 'export {};' })).toEqual([
    expect.stringContaining('name different slots: “offers” is only in remote.json. Name'),
  ]);
});
