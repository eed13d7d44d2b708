import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ExactNumber, parseExact } from './json-text.ts';

const shownOf = (text: string) => {
  const value = parseExact(text);
  return value instanceof ExactNumber ? value.text : JSON.stringify(value);
};

test.each([
  '4634343214213523454',
  '-9007199254740993',
  '1.00',
  '1e400',
  '-0',
  '0.1000',
  '1E5',
  '3.141592653589793238',
])('%s stays as it was received', (number) => {
  expect(shownOf(number)).toBe(number);
  expect(parseExact(`{"a":[${number}]}`)).toEqual({ a: [new ExactNumber(number)] });
});

test.each(['0', '-1', '0.1', '1e+21', '9007199254740991'])('%s stays a number', (number) => {
  expect(parseExact(number)).toBe(Number(number));
});

test('digits within texts and names are no numbers', () => {
  const text = '{"1.00":"a 1.00, \\"2.00\\": \\\\","b":[1.50,"1e400"]}';
  expect(parseExact(text)).toEqual({
    '1.00': 'a 1.00, "2.00": \\',
    b: [new ExactNumber('1.50'), '1e400'],
  });
});

test('any JSON is read as JSON.parse reads it', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      const exact = JSON.stringify(parseExact(text), (_, value) =>
        value instanceof ExactNumber ? Number(value.text) : value,
      );
      expect(exact).toBe(JSON.stringify(JSON.parse(text)));
    }),
  );
});

test('a member named __proto__ and a very deep list are read', () => {
  expect(Object.keys(parseExact('{"__proto__":1.00}') as object)).toEqual(['__proto__']);
  const deep = `${'['.repeat(50_000)}1.00${']'.repeat(50_000)}`;
  expect(Array.isArray(parseExact(deep))).toBe(true);
});

test('a text of 10 MB is read', () => {
  const long = 'x'.repeat(10_000_000);
  expect(parseExact(`{"a":"${long}","b":1.0}`)).toEqual({ a: long, b: new ExactNumber('1.0') });
});
