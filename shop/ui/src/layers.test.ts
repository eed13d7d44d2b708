import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const read = (file: string): string =>
  readFileSync(new URL(file, import.meta.url), 'utf8').replace(/\/\*.*?\*\//gs, '');

/** Bundles a style sheet as a bundler does: imported sheets first, then the sheet's own statements. */
function bundle(file: string): string {
  const css = read(file);
  const imported = [...css.matchAll(/@import "(\.\/[^"]+)";/g)].map(([, name = '']) =>
    bundle(name),
  );
  return [...imported, css.replace(/@import [^;]+;/g, '')].join('\n');
}

test('the order of the layers comes before the first layer', () => {
  const [first] = bundle('./base.css').match(/@layer[^;{]+[;{]/g) ?? [];
  expect(first).toBe('@layer reset, tokens, ui, app;');
});
