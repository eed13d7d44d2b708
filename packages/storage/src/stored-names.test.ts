import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { storedNames } from './stored-names.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const scopes = { browser: 'shop', shopper: 'shopper', tab: 'tab' } as const;

test('docs/privacy.md describes every name that something can be stored under, with its scope', () => {
  const page = readFileSync(path.join(root, 'docs/privacy.md'), 'utf8');
  const rows = [...page.matchAll(/^\| `patchwork:([\w-]+)` +\| (\w+)/gm)];
  const documented = rows.map(([, name, scope]) => [name, Reflect.get(scopes, scope ?? '')]);
  expect(Object.fromEntries(documented)).toEqual(storedNames);
});

/** The source that runs in a browser, without its tests. */
function sources(): string[] {
  const pieces = readdirSync(root).filter((name) => /^(?:mfe-.*|shell|mock-server)$/.test(name));
  const packages = readdirSync(path.join(root, 'packages')).map((name) => `packages/${name}`);
  return (
    [...pieces, ...packages]
      .map((folder) => path.join(root, folder, 'src'))
      // Of a package that was removed, a checkout may still have the ignored files.
      .filter(existsSync)
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((file) =>
          path.join(folder, file),
        ),
      )
      .filter(
        (file) =>
          /\.tsx?$/.test(file) && !/\.test\.|test|storage\/src/.test(path.relative(root, file)),
      )
  );
}

/** What a browser can store something in. */
const stores =
  /\b(?:localStorage|sessionStorage|indexedDB|caches|cookieStore)\b|document\.cookie\s*=/;

test('nothing is stored without such a name, but the token', () => {
  const code = sources().map((file) => ({
    file: path.relative(root, file),
    text: readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));
  expect(code.length).toBeGreaterThan(300);
  expect(code.filter(({ text }) => stores.test(text)).map(({ file }) => file)).toEqual([]);
  const named = code.flatMap(({ text }) => [...text.matchAll(/createStoredText\((.*?)[,)]/g)]);
  expect(named.map(([, key]) => key)).toEqual(["'userToken'"]);
});
