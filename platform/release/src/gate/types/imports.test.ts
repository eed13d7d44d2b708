import ts from 'typescript';
import { expect, test } from 'vitest';
import { importedValues } from './imports.ts';

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
])('%s imports %j', (text, values) => {
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

test.each([
  ['m.a(); <m.B />; n.c', ['m a', 'm B']],
  ['class A extends m.B {}', ['m B']],
  ['Object.keys(m); Object.values(m); Object.entries(m)', ['m -']],
  ['let a: typeof m.b; n.m; ({ m: 1 }); <a m={1} />', ['m -']],
])('with a namespace m, %s imports %j', (text, values) => {
  expect(taken(`import * as m from 'm'; ${text}`)).toEqual(values);
});

test.each(['const s = m;', 'm[name]', 'const { a } = m;', 'use(m)', '({ m })', 'export { m };'])(
  'with a namespace m, %s may use all values',
  (text) => {
    expect(taken(`import * as m from 'm'; ${text}`)).toContain('m *');
  },
);

test.each(["const { a } = await import('m');", "import('m').then((m) => m.a)", 'import(`m`)'])(
  '%s may use all values',
  (text) => {
    expect(taken(text)).toEqual(['m *']);
  },
);
