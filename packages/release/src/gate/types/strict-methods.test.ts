import ts from 'typescript';
import { expect, test } from 'vitest';
import { withStrictMethods } from './strict-methods.ts';

const strict = (text: string): string =>
  withStrictMethods(ts.createSourceFile('file.d.ts', text, ts.ScriptTarget.Latest))
    .text.replaceAll(/\s+/g, ' ')
    .trim();

test.each([
  ['interface A { add(item: string): void; }', 'interface A { add: (item: string) => void; }'],
  ['interface A { add?<T>(item: T): this; }', 'interface A { add?: <T>(item: T) => this; }'],
  ['interface A { "a-b"(): void; }', 'interface A { "a-b": () => void; }'],
  ['interface A { [Symbol.iterator](): B; }', 'interface A { [Symbol.iterator]: () => B; }'],
  ['type A = { add(): void; };', 'type A = { add: () => void; };'],
  [
    'interface A { add(item: { put(x: 1): 2; }): void; }',
    'interface A { add: (item: { put: (x: 1) => 2; }) => void; }',
  ],
  [
    'declare class A { protected static add(item: string): void; }',
    'declare class A { protected static add: (item: string) => void; }',
  ],
  ['declare class A { add?(): void; }', 'declare class A { add?: () => void; }'],
])('%s becomes %s', (text, expected) => {
  expect(strict(text)).toBe(expected);
});

test('overloads become one type with all their signatures', () => {
  expect(strict('interface A { add(a: 1): void; b: 2; add(a: 2): string; }')).toBe(
    'interface A { add: { (a: 1): void; (a: 2): string; }; b: 2; }',
  );
  expect(strict('declare class A { static add(): 1; add(a: 1): void; add(a: 2): string; }')).toBe(
    'declare class A { static add: () => 1; add: { (a: 1): void; (a: 2): string; }; }',
  );
});

test.each([
  'interface A { (a: 1): void; new (a: 1): A; readonly b: 1; get c(): 1; set c(c: 1); }',
  'declare class A { constructor(a: 1); private a; get b(): 1; set b(b: 1); }',
  'declare function add(a: 1): void;',
])('%s stays as it is', (text) => {
  expect(strict(text)).toBe(text);
});
