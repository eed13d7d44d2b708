import { appendFile, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { listFiles } from '../../release-folder/files.ts';
import { change, declaration, smallWorkspace } from '../../testing/gate.ts';
import { writeFiles } from '../../testing/release.ts';
import { emitTypes } from './emit-types.ts';
import { type TypesIndex, typesIndexFile } from './types-index.ts';

// Timeout in milliseconds: the compiler reads React's types and the browser's.
const time = 60_000;

async function emitted(workspace: string, piece = 'mfe-shop') {
  const { types: folder, findings } = await emitTypes(workspace, path.join(workspace, piece));
  const index = JSON.parse(await readFile(path.join(folder, typesIndexFile), 'utf8'));
  return { folder, index: index as TypesIndex, findings };
}

const emit = async (files: Record<string, string>, piece?: string) =>
  emitted(await smallWorkspace(files), piece);

test('a remote’s types are those that it exposes and imports', { timeout: time }, async () => {
  const { folder, index } = await emit({});
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'mfe-shop/src/exposes/Bar.d.ts',
    'mfe-shop/src/exposes/Home.d.ts',
    'packages/router/src/index.d.ts',
    'packages/shop/src/index.d.ts',
  ]);
  const by = 'mfe-shop/src/exposes/Home.tsx';
  expect(index).toMatchObject({
    modules: { './Home': 'mfe-shop/src/exposes/Home.d.ts' },
    packages: { '@patchwork/shop': 'packages/shop/src/index.d.ts' },
    imports: {
      '@patchwork/shop': { addToCart: by, products: by, useLocation: by },
    },
  });
});

test('a shell’s types are its contract and all that it shares', { timeout: time }, async () => {
  const { folder, index } = await emit({}, 'shell');
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'packages/router/src/index.d.ts',
    'packages/shop/src/index.d.ts',
    'shell/src/app/contract.d.ts',
  ]);
  expect(index).toMatchObject({
    modules: { './contract': 'shell/src/app/contract.d.ts' },
    imports: {},
  });
});

test('the types of a remote in its own repository include those of its installed packages', {
  timeout: time,
}, async () => {
  const repository = await smallWorkspace();
  const installed = 'node_modules/@patchwork/shop';
  await rm(path.join(repository, 'mfe-shop', installed));
  await writeFiles(path.join(repository, 'mfe-shop'), {
    'package.json': JSON.stringify({
      name: 'gifts',
      version: '1.0.0',
      dependencies: { '@patchwork/shop': '^1.0.0', react: '^19.0.0' },
    }),
    [`${installed}/package.json`]: JSON.stringify({
      name: '@patchwork/shop',
      version: '1.0.0',
      exports: { '.': './dist/index.js', './package.json': './package.json' },
    }),
    [`${installed}/dist/index.js`]: 'export const products = [];',
    [`${installed}/dist/index.d.ts`]: "export { products } from './products.js';",
    [`${installed}/dist/products.d.ts`]: 'export declare const products: readonly string[];',
    [`${installed}/dist/other.d.ts`]: 'export declare const other: string;',
    'src/exposes/Home.tsx':
      "import { products } from '@patchwork/shop';\nexport const Component = () => products[0];",
    'tsconfig.json': await readFile(path.join(repository, 'tsconfig.json'), 'utf8'),
  });
  const { folder, index } = await emitted(path.join(repository, 'mfe-shop'), '.');
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'packages/@patchwork/shop/dist/index.d.ts',
    'packages/@patchwork/shop/dist/products.d.ts',
    'src/exposes/Bar.d.ts',
    'src/exposes/Home.d.ts',
  ]);
  expect(index).toMatchObject({
    modules: { './Home': 'src/exposes/Home.d.ts' },
    packages: { '@patchwork/shop': 'packages/@patchwork/shop/dist/index.d.ts' },
    imports: { '@patchwork/shop': { products: 'src/exposes/Home.tsx' } },
  });
});

test('the types of packages that are linked from outside of a workspace lie beside its own', {
  timeout: time,
}, async () => {
  const around = await smallWorkspace();
  const workspace = path.join(around, 'mfe-shop');
  await writeFiles(workspace, {
    'tsconfig.json': await readFile(path.join(around, 'tsconfig.json'), 'utf8'),
  });
  const { folder, index, findings } = await emitted(workspace, '.');
  expect(findings).toEqual([]);
  expect(await listFiles(folder)).toEqual([
    'index.json',
    'mfe-shop/src/exposes/Bar.d.ts',
    'mfe-shop/src/exposes/Home.d.ts',
    'packages/router/src/index.d.ts',
    'packages/shop/src/index.d.ts',
  ]);
  expect(index.packages).toMatchObject({ '@patchwork/shop': 'packages/shop/src/index.d.ts' });
});

test('the same sources are compiled once', { timeout: time }, async () => {
  const workspace = await smallWorkspace();
  const first = await emitted(workspace);
  expect(await emitted(workspace)).toEqual(first);
});

test.each([
  ['a changed type of a package changes the pieces made of it', 'shop', 'price', 'cost', false],
  ['a change that shows in no type changes no piece', 'router', "'/'", "'/start'", true],
])('%s', { timeout: time }, async (_what, name, from, to, isSame) => {
  const workspace = await smallWorkspace();
  const before = await emitted(workspace);
  await change(path.join(workspace, 'packages', name, 'src/index.ts'), from, to);
  const after = await emitted(workspace);
  expect(after.folder).not.toBe(before.folder);
  expect(after.index.hash === before.index.hash).toBe(isSame);
});

test('a module without a source file is named in the error', async () => {
  const workspace = await smallWorkspace();
  await change(path.join(workspace, 'mfe-shop/remote.json'), './Bar', './Baz');
  await expect(emitted(workspace)).rejects.toThrow(
    /remote\.json names \.\/Baz, but src\/exposes\/Baz\.tsx is missing$/,
  );
});

test('a module whose types can’t be emitted is named in the error, with the reason', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace();
  const state = path.join(workspace, 'packages/shop/src');
  await writeFile(
    path.join(state, 'lock.ts'),
    'interface Key { readonly code: number }\nexport const lock = { open: (key: Key) => key };\n',
  );
  await appendFile(
    path.join(state, 'index.ts'),
    "import { lock } from './lock.ts';\nexport const door = { ...lock };\n",
  );
  await expect(emitted(workspace, 'shell')).rejects.toThrow(
    /packages\/shop\/src\/index\.ts: .*'door' has or is using name 'Key'/,
  );
});

const homeFile = 'mfe-shop/src/exposes/Home.tsx';

test('a type error of a remote is refused, with its place and the compiler’s message', {
  timeout: time,
}, async () => {
  const price = "const price: number = '7';\nexport const Component = () => <b>{price}</b>;";
  expect((await emit({ [homeFile]: `\n${price}` })).findings).toEqual([
    {
      severity: 'refusal',
      rule: 'type errors',
      file: homeFile,
      message: `${homeFile}:2 of mfe-shop: Type 'string' is not assignable to type 'number' (TS2322).`,
      ours: 'mfe-shop',
    },
  ]);
});

const wrong = "export const wrong: number = '7';";

test.each<[what: string, files: Record<string, string>, message: string | undefined]>([
  [
    'a mistyped name is reported once, with the name that it is close to',
    {
      [homeFile]: `
  import { addToCar } from '@patchwork/shop';
  export const Component = () => <button onClick={() => addToCar}>Buy</button>;`,
    },
    `${homeFile}:2 of mfe-shop: '"@patchwork/shop"' has no exported member named 'addToCar'. Did you mean 'addToCart'? (TS2724).`,
  ],
  [
    'many type errors are counted',
    {
      'mfe-shop/src/wrong.ts': 'export const [a, b]: number[] = ["1", "2"];',
      [homeFile]: `import '../wrong.ts';\nexport const Component: number = '';`,
    },
    'This and 2 more in 2 files are listed by “npx tsc',
  ],
  [
    'a type error in a test or in a package does not count as the piece’s',
    {
      'mfe-shop/src/Home.test.tsx': wrong,
      'packages/router/src/index.ts': `${wrong}
  export const useLocation = () => ({ pathname: '/' });`,
    },
    undefined,
  ],
])('%s', { timeout: time }, async (_what, files, message) => {
  const expected = message === undefined ? [] : [{ message: expect.stringContaining(message) }];
  expect((await emit(files)).findings).toMatchObject(expected);
});

test('a link to a new page is refused with the command that makes its type', {
  timeout: time,
}, async () => {
  const files = {
    [homeFile]: `
  import { pathTo } from '../links.ts';
  export const Component = () => <a href={pathTo('gifts')}>Gifts</a>;`,
    'mfe-shop/src/links.ts': 'export const pathTo = (page: keyof PatchworkPages) => `/` + page;',
    'mfe-shop/remote.json': JSON.stringify({
      ...declaration,
      routes: [
        ...declaration.routes,
        { page: 'gifts', path: '/gifts', access: 'open', module: './Home' },
      ],
    }),
  };
  const [finding] = (await emit(files)).findings;
  expect(finding?.message).toMatch(
    /'"gifts"' is not assignable .* First run “pnpm types”: shop\.d\.ts lacks gifts: object$/,
  );
});

test('a type error of the shell is refused, too', { timeout: time }, async () => {
  const { findings } = await emit({ 'shell/src/main.tsx': wrong }, 'shell');
  expect(findings).toMatchObject([{ file: 'shell/src/main.tsx', ours: 'shell' }]);
});

test('a slot that is added in shell.json only is refused after a compilation without it', {
  timeout: time,
}, async () => {
  const workspace = await smallWorkspace();
  expect((await emitted(workspace, 'shell')).findings).toEqual([]);
  await writeFile(path.join(workspace, 'shell/shell.json'), '{"slots":{"offers":"one"}}');
  expect((await emitted(workspace, 'shell')).findings).toMatchObject([
    { rule: 'slots', message: expect.stringContaining('“offers” is only in shell.json') },
  ]);
});

test('the index lists the pages that a remote links to, each with the files', {
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
  expect((await emit(files)).index.links).toEqual({
    cart: { 'mfe-shop/src/after.ts': [] },
    product: { [homeFile]: ['productId'] },
  });
});

test('links in shared packages are listed for the shell, not for a remote', {
  timeout: time,
}, async () => {
  const state = `
  import type { PlainPage } from '../../domain/src/index.ts';
  export const products: readonly { id: string }[] = [];
  export const addToCart = (product: object): PlainPage => (product ? 'login' : 'cart');`;
  const files = { 'packages/shop/src/index.ts': state };
  expect((await emit(files)).index.links).toEqual({});
  const by = { 'packages/shop/src/index.ts': [] };
  expect((await emit(files, 'shell')).index.links).toEqual({ cart: by, login: by });
});

test('the index lists the names that a remote stores under, or that the shell’s packages own', {
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
  expect((await emit(files)).index.stores).toEqual(['draft', 'height']);
  expect((await emit(files, 'shell')).index.stores).toEqual(['cart']);
});

test('the shell’s index lists all calls of the API, a remote’s those that it makes', {
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
    type Calls = { readonly [Name in keyof typeof endpoints]: () => Promise<unknown> };
    declare global {
      interface PatchworkApi extends Calls { readonly call: (endpoint: object) => Promise<unknown> }
    }
    export type Api = PatchworkApi;`,
    'packages/shop/src/index.ts': `
    import type { Api } from '../../api/src/index.ts';
    export const products: readonly { id: string }[] = [];
    export declare const api: Api;
    export const addToCart = (product: object): void => console.log(product);`,
    'mfe-shop/src/exposes/Bar.tsx': `
    import { api } from '@patchwork/shop';
    const later = [api].at(0);
    export const Component = () => <button onClick={() => [api.call({}), later?.getProduct()]}>Buy</button>;`,
  };
  const answer = { product: { _id: null, sizes: { '*': { name: null } } }, next: null };
  const indexOf = async (piece: string) => {
    const workspace = await smallWorkspace(files);
    const packages = path.join(workspace, 'packages/shop/node_modules/@patchwork');
    await mkdir(packages, { recursive: true });
    await symlink(path.join(workspace, folder), path.join(packages, 'api'));
    return (await emitted(workspace, piece)).index;
  };
  expect(await indexOf('shell')).toMatchObject({
    api: {
      getProduct: { method: 'GET', path: '/api/products/:id', answer },
      call: { method: '', path: '', answer: null },
    },
    calls: {},
  });
  expect(await indexOf('mfe-shop')).toMatchObject({
    api: {},
    calls: {
      getProduct: { answer, files: ['mfe-shop/src/exposes/Bar.tsx'] },
      call: { answer: null, files: ['mfe-shop/src/exposes/Bar.tsx'] },
    },
  });
});
