import { cp, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { PublishedRemote } from '@patchwork/host';
import {
  type Live,
  nameOf,
  nameOfShell,
  type RemoteVersion,
  type ShellVersion,
} from '../gate/live.ts';
import { checkTypes } from '../gate/rules/types.ts';
import { emitTypes } from '../gate/types/emit-types.ts';
import type { Compare } from '../gate/types/questions.ts';
import type { TypesIndex } from '../gate/types/types-index.ts';
import { temporaryFolder, writeFiles } from './release.ts';

/** Folder of this workspace, whose installed types `smallWorkspace` links to. */
export const thisWorkspace = path.resolve(import.meta.dirname, '../../../..');

const options = {
  target: 'ES2022',
  lib: ['ES2022', 'DOM'],
  module: 'ESNext',
  moduleResolution: 'bundler',
  jsx: 'react-jsx',
  strict: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  noEmit: true,
  types: [],
};

const manifest = (name: string, ...packages: string[]) =>
  JSON.stringify({
    name: `@patchwork/${name}`,
    version: '1.0.0',
    exports: { '.': './src/index.ts' },
    dependencies: Object.fromEntries(packages.map((used) => [`@patchwork/${used}`, 'workspace:*'])),
  });

/** Source of the shell's contract: the fragment in the slot “bar” gets `BarProps`. */
export const contract = `
import type { ComponentType } from 'react';
export interface BarProps { readonly title: string; readonly onClose: () => void }
export interface ComponentModule<Props = object> { readonly Component: ComponentType<Props> }
export type PropsOfSlot<Name extends string> = Name extends 'bar' ? BarProps : object;
`;

export const state = `
export interface Product { readonly id: string; readonly price: number }
export const products: readonly Product[] = [];
export function addToCart(product: Product): void { console.log(product); }
export const later = 1;
export { useLocation, type RouterLocation } from '@patchwork/router';
`;

const router = `
export interface RouterLocation { readonly pathname: string }
export const useLocation = (): RouterLocation => ({ pathname: '/' });
`;

const domain = `
declare global { interface PatchworkPages {} }
export type PageName = keyof PatchworkPages;
export type PlainPage = {
  [Page in PageName]: keyof PatchworkPages[Page] extends never ? Page : never;
}[PageName];
export type PathTo = <Page extends PageName>(page: Page, parameters?: object) => string;
`;

const pages = `
interface PatchworkPages {
  home: object; cart: object; login: object; product: { productId: string };
}
`;

const home = `
import { addToCart, products, useLocation } from '@patchwork/shop';
export function Component() {
  const { pathname } = useLocation();
  return <button onClick={() => products.forEach((product) => addToCart(product))}>{pathname}</button>;
}
`;

const bar = `
interface Props { readonly title: string; readonly onClose: () => void }
export const Component = ({ title, onClose }: Props) => <button onClick={onClose}>{title}</button>;
`;

export const declaration = {
  id: 'mfe-shop',
  team: 'Shop',
  developmentPort: 3009,
  routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
  fragments: { bar: { module: './Bar' } },
} as const;

const links: readonly [from: string, to: string][] = [
  ['mfe-shop/node_modules/@patchwork/shop', 'packages/shop'],
  ['mfe-shop/node_modules/@patchwork/domain', 'packages/domain'],
  ['shell/node_modules/@patchwork/domain', 'packages/domain'],
  ['shell/node_modules/@patchwork/shop', 'packages/shop'],
  ['packages/shop/node_modules/@patchwork/router', 'packages/router'],
];

/**
 * Creates a workspace with a shell, a remote with a page and the fragment “bar”, three packages, and the names of
 * pages. `files` adds or replaces files, by path. Returns the workspace's folder.
 */
export async function smallWorkspace(files: Record<string, string> = {}): Promise<string> {
  const workspace = await temporaryFolder();
  await writeFiles(workspace, {
    'tsconfig.json': JSON.stringify({ compilerOptions: options }),
    'shop.d.ts': pages,
    'package.json': '{"patchwork":{"kit":"./kit.mjs"}}',
    'kit.mjs': "export const kit = { shared: { '@patchwork/shop': {} } };",
    'packages/shop/package.json': manifest('shop', 'router'),
    'packages/shop/src/index.ts': state,
    'packages/domain/package.json': manifest('domain'),
    'packages/domain/src/index.ts': domain,
    'packages/router/package.json': manifest('router'),
    'packages/router/src/index.ts': router,
    'shell/package.json': manifest('shell', 'shop', 'domain'),
    'shell/src/app/contract.ts': contract,
    'mfe-shop/package.json': manifest('mfe-shop', 'shop', 'domain'),
    'mfe-shop/remote.json': JSON.stringify(declaration),
    'mfe-shop/src/exposes/Home.tsx': home,
    'mfe-shop/src/exposes/Bar.tsx': bar,
    ...files,
  });
  for (const [from, to] of links) {
    await mkdir(path.dirname(path.join(workspace, from)), { recursive: true });
    await symlink(path.join(workspace, to), path.join(workspace, from));
  }
  const types = path.join(workspace, 'node_modules/@types');
  await mkdir(path.dirname(types), { recursive: true });
  await symlink(path.join(thisWorkspace, 'node_modules/@types'), types);
  return workspace;
}

export const remoteVersion = (
  release: Partial<PublishedRemote> = {},
  folder = '/nowhere',
): RemoteVersion => ({
  folder,
  release: {
    id: 'mfe-shop',
    team: 'Shop',
    version: '1.1.0-aaaaaaaaaa',
    entry: '/remotes/mfe-shop/1.1.0-aaaaaaaaaa/remoteEntry.js',
    routes: [],
    fragments: {},
    files: {},
    integrity: {},
    shared: {},
    ...release,
  },
});

/** Creates a version's folder with an index of types and other files. */
export async function folderWith(
  index: Partial<TypesIndex>,
  files: Record<string, string> = {},
): Promise<string> {
  const folder = await temporaryFolder();
  const whole = { format: 1, hash: 'x', modules: {}, packages: {}, imports: {}, ...index };
  await writeFiles(folder, { 'types/index.json': JSON.stringify(whole), ...files });
  return folder;
}

export const shellVersion = (shell: Partial<ShellVersion> = {}): ShellVersion => ({
  version: '1.0.0-bbbbbbbbbb',
  folder: '/nowhere',
  root: '/nowhere',
  integrity: {},
  shared: {},
  ...shell,
});

/** Replaces each occurrence of a text in a file. Throws if there is none. */
export async function change(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  if (!text.includes(from)) throw new Error(`${file} holds no ${from}`);
  await writeFile(file, text.replaceAll(from, to));
}

/** Derives a page's name from its path: 'home' for '/'. */
export const pageAt = (path: string): string =>
  path.replaceAll(/[^a-z]+/g, '-').replaceAll(/^-|-$/g, '') || 'home';

/** Completes the live pieces with defaults: a shell without slots, no remotes, no changes. */
export const liveWith = (live: Partial<Live>): Live => ({
  shell: shellVersion({ slots: {} }),
  remotes: [],
  before: [],
  changed: new Set(),
  ...live,
});

// Timeout of a test, in milliseconds: the compiler reads the types of React and the DOM.
export const time = 60_000;

interface Published {
  readonly workspace: string;
  readonly remote: RemoteVersion;
  readonly shell: ShellVersion;
}

export async function copyTypes(workspace: string, piece: string): Promise<string> {
  const folder = await temporaryFolder();
  const { types } = await emitTypes(workspace, path.join(workspace, piece));
  await cp(types, path.join(folder, 'types'), { recursive: true });
  return folder;
}

/** Creates published versions of a shell and a remote. Each has the types of its own version of the sources. */
export async function publish(files: {
  shell?: Record<string, string>;
  remote?: Record<string, string>;
}): Promise<Published> {
  const workspace = await smallWorkspace(files.shell);
  const shell = shellVersion({
    folder: await copyTypes(workspace, 'shell'),
    slots: { bar: 'one' },
  });
  const original = await smallWorkspace(files.remote);
  const { routes, fragments } = declaration;
  const described = { routes: [...routes], fragments };
  const remote = remoteVersion(described, await copyTypes(original, 'mfe-shop'));
  return { workspace, remote, shell };
}

export async function check(
  { workspace, remote, shell }: Published,
  released: 'remote' | 'shell',
  release = workspace,
  compare?: Compare,
) {
  const changed = new Set([released === 'remote' ? nameOf(remote) : nameOfShell(shell)]);
  const options = { workspace, release, compare };
  return checkTypes(liveWith({ shell, remotes: [remote], changed }), options);
}

export async function messages(files: Parameters<typeof publish>[0]): Promise<string[]> {
  return (await check(await publish(files), 'remote')).map(
    ({ rule, message }) => `${rule}: ${message}`,
  );
}

export const stateFile = 'packages/shop/src/index.ts';
