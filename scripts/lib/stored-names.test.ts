import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const scopes = { browser: 'shop', shopper: 'shopper', tab: 'tab' } as const;

/** Folders with code that runs in a browser. */
const folders = readdirSync(root)
  .filter((name) => /^(?:mfe-.*|shell|mock-server)$/.test(name))
  .map((name) => `${name}/src`)
  .concat(
    ...['shop/domain/src', 'shop/api/src', 'shop/ui/src', 'shop/facade', 'shop/state'],
    ...['kit/devtools', 'kit/standalone', 'kit/testing', 'platform/build/src', 'platform/host/src'],
  );

/** Returns the files of the source that runs in a browser, without tests. */
const sources = (): string[] =>
  folders
    .map((folder) => path.join(root, folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
        path.join(folder, file),
      ),
    )
    .filter(
      (file) =>
        /\.tsx?$/.test(file) &&
        !/node_modules|test|two-tabs|src\/storage\//.test(path.relative(root, file)),
    );

const code = sources().map((file) => ({
  file: path.relative(root, file),
  text: readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
}));

interface Declaration {
  readonly id: string;
  readonly stores?: Readonly<Record<string, { readonly scope: string; readonly purpose: string }>>;
}

const declarations = readdirSync(root)
  .map((name) => path.join(root, name, 'remote.json'))
  .filter(existsSync)
  .map((file): Declaration => JSON.parse(readFileSync(file, 'utf8')));

/** Names and scopes that packages add to PatchworkStores beside their code. */
const ownNames = code.flatMap(({ text }) =>
  [...text.matchAll(/interface PatchworkStores \{(.*?)\}/gs)].flatMap(([, members = '']) =>
    [...members.matchAll(/'?([\w-]+)'?: '(\w+)';/g)].map(([, name = '', scope = '']) => [
      name,
      scope,
    ]),
  ),
);

test('docs/privacy.md describes every name under which something can be stored, with its scope', () => {
  const page = readFileSync(path.join(root, 'docs/privacy.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `patchwork:([\w-]+)` +\| (\w+) +\| (.*?) +\|/gm)];
  const documented = rows.map(([, name, scope]) => [name, Reflect.get(scopes, scope ?? '')]);
  const declared = declarations.flatMap(({ stores = {} }) => Object.entries(stores));
  expect(Object.fromEntries(documented)).toEqual({
    ...Object.fromEntries(ownNames),
    ...Object.fromEntries(declared.map(([name, { scope }]) => [name, scope])),
  });
  const described = Object.fromEntries(rows.map(([, name, , purpose]) => [name, purpose]));
  for (const [name, { purpose }] of declared) expect(described[name]).toBe(purpose);
});

test('each name belongs to one piece, and a remote stores only under names that it declares', () => {
  const names = [
    ...ownNames.map(([name]) => name),
    ...declarations.flatMap(({ stores = {} }) => Object.keys(stores)),
  ];
  expect(names.toSorted()).toEqual([...new Set(names)].sort());
  for (const { id, stores = {} } of declarations) {
    const own = code.filter(({ file }) => file.startsWith(`${id}/`));
    const used = own.flatMap(({ text }) => [
      ...text.matchAll(/(?:createStoredValue|storedValueAtom)[^{]*\{\s*name: '([\w-]+)'/g),
    ]);
    const undeclared = used.map(([, name = '']) => name).filter((name) => !(name in stores));
    expect(undeclared, `${id}/remote.json`).toEqual([]);
  }
});

const stores =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)\b|document\.cookie\s*=/;

test('nothing is stored without a declared name, except for the token', () => {
  expect(code.length).toBeGreaterThan(300);
  expect(code.filter(({ text }) => stores.test(text)).map(({ file }) => file)).toEqual([]);
  const named = code.flatMap(({ text }) => [...text.matchAll(/createStoredText\((.*?)[,)]/g)]);
  expect(named.map(([, key]) => key)).toEqual(["'userToken'"]);
});
