import { cp, rm } from 'node:fs/promises';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import type { Finding } from '../../findings.ts';
import { exists } from '../../release-folder/files.ts';
import {
  check,
  contract,
  copyTypes,
  declaration,
  liveWith,
  messages,
  publish,
  remoteVersion,
  shellVersion,
  smallWorkspace,
  state,
  stateFile,
  time,
} from '../../testing/gate.ts';
import { temporaryFolder, writeFiles } from '../../testing/release.ts';
import { nameOf, type ShellVersion } from '../live.ts';
import { emitTypes } from '../types/emit-types.ts';
import { readTypes } from '../types/types-index.ts';
import { checkTypes } from './types.ts';

const texts = (findings: readonly Finding[]) => findings.map(({ message }) => message);

test('versions from the same sources fit together', { timeout: time }, async () => {
  expect(await messages({})).toEqual([]);
});

const homeFile = 'mfe-shop/src/exposes/Home.tsx';
const barFile = 'mfe-shop/src/exposes/Bar.tsx';
const advice =
  'Either the remote must require less, or the shell must provide more: change one of them and release it first, or publish both in one command.';

test.each([
  [
    'a slot’s component that requires more than the shell passes',
    barFile,
    `interface Props { readonly title: string; readonly onDismiss: () => void }
    export const Component = ({ title, onDismiss }: Props) => <b onClick={onDismiss}>{title}</b>;`,
    'Bar.d.ts of mfe-shop 1.1.0-aaaaaaaaaa: ./Bar is not what shell 1.0.0-bbbbbbbbbb expects in its slot “bar”.',
    "Property 'onDismiss' is missing in type 'BarProps' but required in type 'Props'.",
  ],
  [
    'a page that requires props',
    homeFile,
    'export const Component = (props: { id: string }) => <b>{props.id}</b>;',
    'Home.d.ts of mfe-shop 1.1.0-aaaaaaaaaa: ./Home is not what shell 1.0.0-bbbbbbbbbb expects of a page.',
    "Property 'id' is missing in type '{}' but required in type '{ id: string; }'.",
  ],
  [
    'a page that is not a component',
    homeFile,
    'export const Page = 1;',
    'Home.d.ts of mfe-shop 1.1.0-aaaaaaaaaa: ./Home is not what shell 1.0.0-bbbbbbbbbb expects of a page.',
    "Property 'Component' is missing in type 'the module' but required in type 'ComponentModule<object>'.",
  ],
])('%s is refused', { timeout: time }, async (_what, file, code, fault, reason) => {
  expect(await messages({ remote: { [file]: code } })).toEqual([
    `exposed types: types/mfe-shop/src/exposes/${fault} ${reason} ${advice}`,
  ]);
});

test('a page that was added after the types were emitted', { timeout: time }, async () => {
  const { remote, ...published } = await publish({});
  const routes = [{ page: 'home', path: '/', access: 'open' as const, module: './Late' }];
  const late = { ...remote, release: { ...remote.release, routes } };
  expect(texts(await check({ ...published, remote: late }, 'remote'))).toEqual([
    `types/index.json of mfe-shop 1.1.0-aaaaaaaaaa: ./Late is not what shell 1.0.0-bbbbbbbbbb expects of a page. Its declarations are missing. ${advice}`,
  ]);
});

test('an imported name that the shell’s copy lacks is refused', { timeout: time }, async () => {
  const without = state.replace('export function addToCart', 'export function addToBasket');
  const published = await publish({ shell: { [stateFile]: without } });
  const [refusal, ...others] = await check(published, 'remote');
  expect(refusal).toMatchInlineSnapshot(`
    {
      "file": "mfe-shop/src/exposes/Home.tsx",
      "live": "shell 1.0.0-bbbbbbbbbb",
      "message": "mfe-shop/src/exposes/Home.tsx of mfe-shop 1.1.0-aaaaaaaaaa imports addToCart from @patchwork/shop, which the copy of shell 1.0.0-bbbbbbbbbb does not have, and all pieces get that copy. Release a shell with a new name before the first remote that imports it, and one without it after the last.",
      "ours": "mfe-shop 1.1.0-aaaaaaaaaa",
      "rule": "imported names",
      "severity": "refusal",
    }
  `);
  expect(others).toEqual([]);
  const [same] = await check(published, 'shell');
  expect(same?.message).toBe(refusal?.message);
  expect(same).toMatchObject({ ours: refusal?.live, live: refusal?.ours });
});

const cart = (add: string) => `
export interface CartApi { ${add} }
export interface Emptied extends CartApi { empty: () => void }
export declare const cart: Emptied;`;

const asking =
  "import { cart } from '@patchwork/shop'; cart.empty(); export const Component = () => null;";

const kept = 'Keep the old type, give the new one a new name, or publish both in one command.';

test.each<[string, Parameters<typeof publish>[0], ...faults: string[]]>([
  [
    'a changed type is reported once for each reason',
    { shell: { [stateFile]: state.replace('price: number', 'price: string') } },
    `addToCart from @patchwork/shop, which shell 1.0.0-bbbbbbbbbb gives another type. Type 'the remote’s Product' is not assignable to type 'the shell’s Product'. Types of property 'price' are incompatible. Type 'number' is not assignable to type 'string'. ${kept}`,
    `products from @patchwork/shop, which shell 1.0.0-bbbbbbbbbb gives another type. Type 'the shell’s Product' is not assignable to type 'the remote’s Product'. Types of property 'price' are incompatible. Type 'string' is not assignable to type 'number'. ${kept}`,
  ],
  [
    'an export of the router with another type is refused',
    {
      shell: {
        'packages/router/src/index.ts': "export const useLocation = () => ({ path: '/' });",
      },
    },
    `useLocation from @patchwork/shop, which shell 1.0.0-bbbbbbbbbb gives another type. Property 'pathname' is missing in type '{ path: string; }' but required in type 'RouterLocation'. ${kept}`,
  ],
  [
    'a package that the shell does not have is refused',
    {
      shell: {
        'shell/package.json': '{"name":"shell","dependencies":{"@patchwork/domain":"workspace:*"}}',
      },
    },
    'addToCart, products and useLocation from @patchwork/shop, which the copy of shell 1.0.0-bbbbbbbbbb does not have, and all pieces get that copy. Release a shell with a new name before the first remote that imports it, and one without it after the last.',
  ],
  [
    'a property that takes less than it did is refused',
    {
      shell: { [stateFile]: cart('add: (item: string) => void') },
      remote: { [stateFile]: cart('add: (item: string | number) => void'), [homeFile]: asking },
    },
    `cart from @patchwork/shop, which shell 1.0.0-bbbbbbbbbb gives another type. Type 'number' is not assignable to type 'string'. ${kept}`,
  ],
  [
    'a property that takes more than it did, in one more overload, is accepted',
    {
      shell: {
        [stateFile]: cart('add: { (item: string): this; (item: number, count?: number): this }'),
      },
      remote: { [stateFile]: cart('add: (item: string) => void'), [homeFile]: asking },
    },
  ],
])('%s', { timeout: time }, async (_what, files, ...faults) => {
  const imports = `imported names: ${homeFile} of mfe-shop 1.1.0-aaaaaaaaaa imports`;
  expect(await messages(files)).toEqual(faults.map((fault) => `${imports} ${fault}`));
});

test('a shell that gives more and takes more is accepted', { timeout: time }, async () => {
  const more = state
    .replace('price: number', 'price: number; readonly name: string')
    .replace('addToCart(product: Product)', 'addToCart(product: { id: string }, count = 1)');
  const richer = contract.replace('title: string;', 'title: string; readonly open: boolean;');
  const files = { [stateFile]: more, 'shell/src/app/contract.ts': richer };
  expect(await messages({ shell: files })).toEqual([]);
});

test('values that a remote does not import, or uses only as a type, are not compared', {
  timeout: time,
}, async () => {
  const listing = `
    import type { RouterLocation } from '@patchwork/shop';
    import * as state from '@patchwork/shop';
    const current: RouterLocation = { pathname: '/' };
    const names = [...Object.keys(state), typeof state.products];
    export const Component = () => <b>{current.pathname}{names}</b>;`;
  const files = {
    [stateFile]: 'export const products: readonly never[] = [];',
    'packages/router/src/index.ts': 'export const useLocation = 1;',
  };
  const remote = { [homeFile]: listing };
  expect(await messages({ shell: files, remote })).toEqual([]);
});

test('a version without types is refused', async () => {
  const [remote, shell] = await Promise.all([temporaryFolder(), temporaryFolder()]);
  const versions = { remote: remoteVersion({}, remote), shell: shellVersion({ folder: shell }) };
  const found = await check({ workspace: await temporaryFolder(), ...versions }, 'remote');
  const fault =
    'is in the release folder without types/index.json: nothing can be checked against its types. Publish it again, with its types.';
  expect(texts(found)).toEqual([
    `mfe-shop 1.1.0-aaaaaaaaaa ${fault}`,
    `shell 1.0.0-bbbbbbbbbb ${fault}`,
  ]);
});

test('types of a package that is not installed are refused, not taken for `any`', {
  timeout: time,
}, async () => {
  const published = await publish({});
  const router = 'types/packages/router/src/index.d.ts';
  await writeFiles(published.shell.folder, {
    [router]: "export declare const useLocation: typeof import('left-pad').default;",
  });
  expect(await check(published, 'remote')).toMatchObject([
    {
      rule: 'types',
      message:
        'types/packages/router/src/index.d.ts of shell 1.0.0-bbbbbbbbbb mentions left-pad, whose types this workspace does not have: nothing can be checked against them. Run pnpm install in a workspace that has them, and check there.',
    },
  ]);
});

test('a module that is imported for its effects needs no types', { timeout: time }, async () => {
  const styles =
    "import './extra.css'; import 'react-toastify/ReactToastify.css'; import './old.js';";
  const files = { [stateFile]: styles + state };
  expect(await messages({ shell: files, remote: files })).toEqual([]);
});

test('a verdict is stored: the compiler runs once', { timeout: time }, async () => {
  const without = state.replace('export function addToCart', 'export function addToBasket');
  const published = await publish({ shell: { [stateFile]: without } });
  const first = await check(published, 'remote');
  await rm(path.join(published.shell.folder, 'types/packages'), { recursive: true });
  expect(await check(published, 'remote')).toEqual(first);
});

test('a verdict that can’t be stored is returned all the same', { timeout: time }, async () => {
  const published = await publish({});
  const { workspace } = published;
  await writeFiles(workspace, { 'unfit/.verdicts': 'no folder' });
  expect(await check(published, 'remote', path.join(workspace, 'unfit'))).toEqual([]);
  expect(await check(published, 'remote', path.join(workspace, 'missing'))).toEqual([]);
  expect(await exists(path.join(workspace, 'missing'))).toBe(false);
});

/** Publishes versions into a release folder, and checks them there once, as the commands of their teams did. */
async function release(files: Parameters<typeof publish>[0]) {
  const { workspace, shell, remote } = await publish(files);
  const folder = await temporaryFolder();
  const place = async (version: string, name: string) => {
    const to = path.join(folder, name);
    await cp(version, to, { recursive: true });
    return { folder: to };
  };
  const placed = {
    shell: { ...shell, ...(await place(shell.folder, 'shell')) },
    remote: { ...remote, ...(await place(remote.folder, 'remotes')) },
  };
  const findings = await check({ workspace, ...placed }, 'remote', folder);
  return { folder, workspace, placed, unplaced: { shell, remote }, findings };
}

const uncalled = () => {
  throw new Error('the compiler was called');
};

test('versions that were found to fit need no compiler and no checkout for a rollback', {
  timeout: time,
}, async () => {
  const { folder, placed, findings } = await release({});
  expect(findings).toEqual([]);
  const elsewhere = { ...placed, workspace: await temporaryFolder() };
  expect(await check(elsewhere, 'remote', folder, uncalled)).toEqual([]);
  await writeFiles(elsewhere.workspace, { 'package-lock.json': '{}' });
  expect(await check(elsewhere, 'remote', folder, uncalled)).toEqual([]);
});

test('with other packages installed, a new version and one that was refused are compared again', {
  timeout: time,
}, async () => {
  const { folder, placed, unplaced } = await release({});
  const workspace = await temporaryFolder();
  await writeFiles(workspace, { 'package-lock.json': '{}' });
  const compare = vi.fn(async (_workspace: string, pairs: readonly object[]) =>
    pairs.map(() => []),
  );
  await check({ ...placed, remote: unplaced.remote, workspace }, 'remote', folder, compare);
  expect(compare).toHaveBeenCalledTimes(1);
  const without = state.replace('export function addToCart', 'export function addToBasket');
  const refused = await release({ shell: { [stateFile]: without } });
  expect(refused.findings).not.toEqual([]);
  await check({ ...refused.placed, workspace }, 'remote', refused.folder, compare);
  expect(compare).toHaveBeenCalledTimes(2);
});

test('versions that were never compared are refused outside of a checkout, with what to do', {
  timeout: time,
}, async () => {
  const { remote, shell } = await publish({});
  const workspace = await temporaryFolder();
  await expect(check({ workspace, remote, shell }, 'remote')).rejects.toThrow(
    `${workspace} has no tsconfig.json, and types can be checked only where the packages are installed: run this in a checkout of the shop or of a remote`,
  );
});

test('names that only the build of another tool imports must be in the shell’s copy, too', {
  timeout: time,
}, async () => {
  const published = await publish({});
  const { folder } = published.remote;
  const index = { ...(await readTypes(folder))?.index, imports: {}, packages: {} };
  const imports = { '@patchwork/shop': { addToCart: 'a.js', addToCrt: 'a.js' } };
  await writeFiles(folder, {
    'types/index.json': JSON.stringify(index),
    'release.json': JSON.stringify({ imports }),
  });
  expect(texts(await check(published, 'remote'))).toEqual([
    expect.stringContaining(
      'a.js of mfe-shop 1.1.0-aaaaaaaaaa imports addToCrt from @patchwork/shop, which the copy of shell 1.0.0-bbbbbbbbbb does not have',
    ),
  ]);
});

test('a class with a private member is refused, even if both versions declare it alike', {
  timeout: time,
}, async () => {
  const files = {
    [stateFile]: `
export class Cart { private items = 0; empty(): void { this.items = 0; } }
export const cart = new Cart();`,
    [homeFile]: asking,
  };
  expect(await messages({ shell: files, remote: files })).toEqual([
    expect.stringContaining('imports cart from @patchwork/shop, which shell'),
  ]);
});

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

/** Makes a remote with a slot, one that fills it, and a shell, each from its own state of the sources. */
async function publishSlot(owner: Record<string, string>, filler: Record<string, string>) {
  const workspace = await smallWorkspace();
  const types = async (files: Record<string, string>) =>
    copyTypes(await smallWorkspace(files), 'mfe-shop');
  const folders = await Promise.all([
    types({ ...owning, ...owner }),
    types({ [barFile]: offers, ...filler }),
    copyTypes(workspace, 'shell'),
  ]);
  const shell: ShellVersion = shellVersion({ folder: folders[2], slots: {} });
  const cart = remoteVersion({ id: 'mfe-cart', version: '1', routes: owned.routes }, folders[0]);
  const fragments = { offers: { module: './Bar' } };
  const news = remoteVersion({ id: 'mfe-news', version: '1', fragments }, folders[1]);
  return { workspace, shell, cart, news };
}

type Shop = Awaited<ReturnType<typeof publishSlot>>;

const checkSlot = ({ workspace, shell, cart, news }: Shop, changed: 'cart' | 'news') =>
  checkTypes(
    liveWith({ shell, remotes: [cart, news], changed: new Set([nameOf({ cart, news }[changed])]) }),
    { workspace, release: workspace },
  );

test('a fragment that takes less than its slot gives is accepted', { timeout: time }, async () => {
  expect(await checkSlot(await publishSlot({}, {}), 'news')).toEqual([]);
});

test('a fragment that needs more than its slot gives is refused, whichever of them is new', {
  timeout: time,
}, async () => {
  const titled = offers.replace('products:', 'title: string; products:');
  const shop = await publishSlot({}, { [barFile]: titled });
  const [refusal, ...others] = await checkSlot(shop, 'news');
  expect(others).toEqual([]);
  expect(refusal).toEqual({
    severity: 'refusal',
    rule: 'exposed types',
    file: 'types/mfe-shop/src/exposes/Bar.d.ts',
    message:
      "types/mfe-shop/src/exposes/Bar.d.ts of mfe-news 1: ./Bar is not what mfe-cart 1 expects in its slot “offers”. Property 'title' is missing in type '{ readonly products: readonly Product[]; }' but required in type '{ title: string; products: readonly Item[]; }'. Either the fragment must require less, or the slot must provide more: change one of them and release it first, or publish both in one command.",
    ours: 'mfe-news 1',
    live: 'mfe-cart 1',
  });
  const [same] = await checkSlot(shop, 'cart');
  expect(same).toEqual({ ...refusal, ours: 'mfe-cart 1', live: 'mfe-news 1' });
});

test('a slot that gives another type of the same name is refused', { timeout: time }, async () => {
  const numbered =
    'export interface Product { readonly id: number }\nexport const addToCart = (product: Product) => product;\nexport const products: readonly Product[] = [];';
  const shop = await publishSlot({ 'packages/shop/src/index.ts': numbered }, {});
  const messages = (await checkSlot(shop, 'cart'))
    .filter(({ rule }) => rule === 'exposed types')
    .map(({ message }) => message);
  expect(messages).toEqual([
    "types/mfe-shop/src/exposes/Bar.d.ts of mfe-news 1: ./Bar is not what mfe-cart 1 expects in its slot “offers”. Type 'Product' is not assignable to type 'Item'. Types of property 'id' are incompatible. Type 'number' is not assignable to type 'string'. Either the fragment must require less, or the slot must provide more: change one of them and release it first, or publish both in one command.",
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
