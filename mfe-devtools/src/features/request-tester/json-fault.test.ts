import fc from 'fast-check';
import { expect, test } from 'vitest';
import { findFault } from './json-fault.ts';

test.each([
  ['{', 1, 2, 'a closing brace is expected'],
  ['{"a": 1,}', 1, 9, 'a property’s name in double quotes is expected'],
  ['{\n  "a" 1\n}', 2, 7, 'a colon is expected'],
  ['{\r\n"a": 1\r\n"b": 2}', 3, 1, 'a comma is expected'],
  ["{'a': 1}", 1, 2, 'this is no JSON value'],
  ['[1] 2', 1, 5, 'the end is expected'],
  ['{"a": 1 // one\n}', 1, 9, 'JSON has no comments'],
  ['"open', 1, 1, 'the string is not closed'],
  ['', 1, 1, 'a value is expected'],
])('%j stops being JSON at line %i, column %i: %s', (text, line, column, message) => {
  expect(findFault(text)).toEqual({ line, column, text: message });
});

test('valid JSON has no fault', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(findFault(text)).toBeUndefined();
    }),
  );
});
