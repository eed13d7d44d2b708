import { mkdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { emitTypes } from '../emit-types.ts';
import { smallWorkspace } from '../testing.ts';

// The compiler reads React's types and the browser's.
const time = 60_000;

const homeFile = 'mfe-shop/src/exposes/Home.tsx';

async function emit(files: Record<string, string>, piece = 'mfe-shop') {
  const workspace = await smallWorkspace(files);
  return emitTypes(workspace, path.join(workspace, piece));
}

async function refusalsOf(files: Record<string, string>, piece?: string) {
  return (await emit(files, piece)).findings;
}

async function indexOf(files: Record<string, string>, piece?: string) {
  const { types: folder } = await emit(files, piece);
  return JSON.parse(await readFile(path.join(folder, 'index.json'), 'utf8'));
}

const linksOf = async (files: Record<string, string>, piece?: string) =>
  (await indexOf(files, piece)).links;

test('a type error of a remote is refused with its place and the compiler’s words', {
  timeout: time,
}, async () => {
  const price = "const price: number = '7';\nexport const Component = () => <b>{price}</b>;";
  expect(await refusalsOf({ [homeFile]: `\n${price}` })).toEqual([
    {
      severity: 'refusal',
      rule: 'type errors',
      file: homeFile,
      message: `${homeFile}:2 of mfe-shop: Type 'string' is not assignable to type 'number' (TS2322).`,
      ours: 'mfe-shop',
    },
  ]);
});

test('a mistyped name is reported once, with the name that it is close to', {
  timeout: time,
}, async () => {
  const mistyped = `
    import { addToCar } from '@patchwork/shop';
    export const Component = () => <button onClick={() => addToCar}>Buy</button>;`;
  expect(await refusalsOf({ [homeFile]: mistyped })).toMatchObject([
    {
      message: `${homeFile}:2 of mfe-shop: '"@patchwork/shop"' has no exported member named 'addToCar'. Did you mean 'addToCart'? (TS2724).`,
    },
  ]);
});

test('many type errors are counted', { timeout: time }, async () => {
  const wrong = 'export const [a, b]: number[] = ["1", "2"];';
  const found = await refusalsOf({
    'mfe-shop/src/wrong.ts': wrong,
    [homeFile]: `import '../wrong.ts';\nexport const Component: number = '';`,
  });
  expect(found).toMatchObject([
    { message: expect.stringContaining('This and 2 more in 2 files are listed by “npx tsc') },
  ]);
});

test('a type error of a test or of a package is not the piece’s', { timeout: time }, async () => {
  const wrong = "export const wrong: number = '7';";
  const files = {
    'mfe-shop/src/Home.test.tsx': wrong,
    'packages/router/src/index.ts': `
    ${wrong}
    export const useLocation = () => ({ pathname: '/' });`,
  };
  expect(await refusalsOf(files)).toEqual([]);
});

test('a type error of the shell is refused, too', { timeout: time }, async () => {
  const found = await refusalsOf(
    { 'shell/src/main.tsx': 'const a: number = "7"; alert(a);' },
    'shell',
  );
  expect(found).toMatchObject([{ file: 'shell/src/main.tsx', ours: 'shell' }]);
});

test('the pages that a remote names are known, each with the files', {
  timeout: time,
}, async () => {
  const linking = `
    import type { PathTo, PlainPage } from '@patchwork/domain';
    import { after } from '../after.ts';
    declare const pathTo: PathTo;
    const tab: 'login' | 'signup' = 'login';
    const next: PlainPage | undefined = after(tab === 'login');
    export const Component = () => <a href={pathTo('product', { productId: 'home' })} title={next}>home</a>;`;
  const after = `
    import type { PlainPage } from '@patchwork/domain';
    export const after = (isOld: boolean): PlainPage | undefined => (isOld ? 'cart' : undefined);`;
  const files = { [homeFile]: linking, 'mfe-shop/src/after.ts': after };
  expect(await linksOf(files)).toEqual({
    cart: { 'mfe-shop/src/after.ts': [] },
    product: { [homeFile]: ['productId'] },
  });
});

test('the shell links for the packages that it shares, a remote does not', {
  timeout: time,
}, async () => {
  const state = `
    import type { PlainPage } from '../../domain/src/index.ts';
    export const products: readonly { id: string }[] = [];
    export const addToCart = (product: object): PlainPage => (product ? 'login' : 'cart');`;
  const files = { 'packages/shop/src/index.ts': state };
  expect(await linksOf(files)).toEqual({});
  const by = { 'packages/shop/src/index.ts': [] };
  expect(await linksOf(files, 'shell')).toEqual({ cart: by, login: by });
});

test('the names that a remote stores under are known, and those that the shell’s packages own', {
  timeout: time,
}, async () => {
  const state = `
    declare global { interface PatchworkStores { cart: 'shopper' } }
    export const products: readonly { id: string }[] = [];
    export const addToCart = (product: object): boolean => Boolean(product);
    export function storedValueAtom(options: { readonly name: keyof PatchworkStores }) { return options; }`;
  const draft = `
    import { storedValueAtom } from '@patchwork/shop';
    const place = { name: 'draft', scope: 'tab' } as const;
    export const title = storedValueAtom({ ...place }).name + storedValueAtom({ name: 'height' }).name;`;
  const files = {
    'shop.d.ts': "interface PatchworkStores { draft: 'tab'; height: 'tab' }",
    'packages/shop/src/index.ts': state,
    [homeFile]:
      "import { title } from '../draft.ts'; export const Component = () => <p>{title}</p>;",
    'mfe-shop/src/draft.ts': draft,
  };
  expect((await indexOf(files)).stores).toEqual(['draft', 'height']);
  expect((await indexOf(files, 'shell')).stores).toEqual(['cart']);
});

test('the shell’s index has the calls of the API, a remote’s those that it makes', {
  timeout: time,
}, async () => {
  const folder = 'packages/api';
  const files = {
    [`${folder}/package.json`]: JSON.stringify({
      name: '@patchwork/api',
      exports: { '.': './src/index.ts' },
    }),
    'packages/shop/package.json': JSON.stringify({
      name: '@patchwork/shop',
      exports: { '.': './src/index.ts' },
      dependencies: { '@patchwork/api': 'workspace:*' },
    }),
    [`${folder}/src/index.ts`]: `
      interface Schema<Input> { readonly '~types'?: { readonly input: Input } | undefined }
      interface Product { readonly _id: string; readonly sizes: readonly { readonly name: string }[] }
      declare const response: Schema<{ readonly product: Product | null; readonly next?: string }>;
      export const endpoints = { getProduct: { method: 'GET', path: '/api/products/:id', response } } as const;
      export type Api = { readonly [Name in keyof typeof endpoints]: () => Promise<unknown> };`,
    'packages/shop/src/index.ts': `
      import type { Api } from '../../api/src/index.ts';
      export const products: readonly { id: string }[] = [];
      export declare const api: Api;
      export const addToCart = (product: object): void => console.log(product);`,
    'mfe-shop/src/exposes/Bar.tsx': `
      import { api } from '@patchwork/shop';
      export const Component = () => <button onClick={() => api.getProduct()}>Buy</button>;`,
  };
  const answer = { product: { _id: null, sizes: { '*': { name: null } } }, next: null };
  const indexOf = async (piece: string) => {
    const workspace = await smallWorkspace(files);
    const packages = path.join(workspace, 'packages/shop/node_modules/@patchwork');
    await mkdir(packages, { recursive: true });
    await symlink(path.join(workspace, folder), path.join(packages, 'api'));
    const { types } = await emitTypes(workspace, path.join(workspace, piece));
    return JSON.parse(await readFile(path.join(types, 'index.json'), 'utf8'));
  };
  expect(await indexOf('shell')).toMatchObject({
    api: { getProduct: { method: 'GET', path: '/api/products/:id', answer } },
    calls: {},
  });
  expect(await indexOf('mfe-shop')).toMatchObject({
    api: {},
    calls: { getProduct: { answer, files: ['mfe-shop/src/exposes/Bar.tsx'] } },
  });
});
