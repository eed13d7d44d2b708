import { expect, test } from 'vitest';
import { hasValuesOf, valueFor, valuesInHtml } from './values-in-html.ts';

const remote = (percent: number, isOn: boolean) => ({
  values: { gallery: { value: true, percent, isOn } },
});

test('HTML is rendered with the values that most visitors have', () => {
  const of = (percent: number) => {
    const values = valuesInHtml({ gallery: { value: true, percent } });
    return valueFor({ values }, 'gallery');
  };
  expect([1, 50, 51, 100].map(of)).toEqual([undefined, undefined, true, true]);
});

test.each([
  ['has the default, as most', remote(10, false), true],
  ['has the value, as few', remote(10, true), false],
  ['has the value, as most', remote(90, true), true],
  ['has the default, as few', remote(90, false), false],
])('HTML that depends on a setting suits a visitor who %s: %j %s', (_, visitor, expected) => {
  expect(hasValuesOf('gallery', visitor)).toBe(expected);
  // Other settings don't matter.
  expect(hasValuesOf('rows', visitor)).toBe(true);
  expect(hasValuesOf(undefined, visitor)).toBe(true);
});

test('HTML of a build has the defaults, whatever most visitors have', () => {
  expect(hasValuesOf('gallery', remote(90, true), false)).toBe(false);
  expect(hasValuesOf('gallery', remote(90, false), false)).toBe(true);
});

test('a setting with an inherited name has no value', () => {
  expect(valueFor(remote(100, true), 'toString')).toBeUndefined();
});
