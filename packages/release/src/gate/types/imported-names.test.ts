import ts from 'typescript';
import { expect, test } from 'vitest';
import { importedValues } from './imported-names.ts';

function taken(text: string): string[] {
  const file = ts.createSourceFile('file.tsx', text, ts.ScriptTarget.Latest);
  return importedValues(file).map(({ module, name }) => `${module} ${name ?? '-'}`);
}

test.each([
  ["import { a, b as c } from 'm';", ['m a', 'm b']],
  ["import d from 'm';", ['m default']],
  ["import d, { a } from 'm';", ['m default', 'm a']],
  ["import 'm';", ['m -']],
  ["export { a, b as c } from 'm';", ['m a', 'm b']],
  ["export * from 'm';", ['m *']],
  ["const m = await import('m');", ['m *']],
  ["import { type A, b } from 'm';", ['m b']],
])('%s takes %j', (text, values) => {
  expect(taken(text)).toEqual(values);
});

test.each([
  "import type { A } from 'm';",
  "import type * as m from 'm';",
  "import { type A } from 'm';",
  "export type { A } from 'm';",
  "let a: import('m').A;",
])('%s leaves no trace at run time', (text) => {
  expect(taken(text)).toEqual([]);
});

test('of a namespace the names are taken that are asked of it', () => {
  expect(taken("import * as m from 'm'; m.a(); <m.B />; Object.keys(m); n.c")).toEqual([
    'm a',
    'm B',
  ]);
});
