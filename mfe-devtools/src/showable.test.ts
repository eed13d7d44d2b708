import { expect, test } from 'vitest';
import { showable } from './showable.ts';

const shownOf = (value: unknown) => showable(value, 'all').shown;

test('what JSON has no form for is shown as text, or by its parts', () => {
  const value = {
    count: 10n,
    lost: undefined,
    at: new Date(Number.NaN),
    target: new EventTarget(),
    map: new Map([['one', 1]]),
    set: new Set(['a']),
    error: Object.assign(new TypeError('torn'), { status: 500 }),
    run: () => undefined,
  };
  expect(shownOf(value)).toEqual({
    count: '10',
    lost: undefined,
    at: 'Invalid Date',
    target: '[object EventTarget]',
    map: { one: 1 },
    set: { 0: 'a' },
    error: { name: 'TypeError', message: 'torn', status: 500 },
  });
});

test('more than 10,000 items or fields are shown in groups of groups', () => {
  const list = Array.from({ length: 20_150 }, (_, index) => index);
  const groups = Object(shownOf({ list })).list;
  expect(Object.keys(groups)).toEqual(['0 … 9999', '10000 … 19999', '20000 … 20149']);
  expect(Object.keys(groups['20000 … 20149'])).toEqual(['20000 … 20099', '20100 … 20149']);
  expect(groups['20000 … 20149']['20100 … 20149']['20149']).toBe(20_149);
});

test('a field with an odd name stays a field', () => {
  const value: unknown = JSON.parse('{"__proto__": {"a": 1}, "": 2, "constructor": 3}');
  expect(JSON.stringify(shownOf(value))).toBe('{"__proto__":{"a":1},"":2,"constructor":3}');
});

test('a value that is nested very deep is cut, and says so', () => {
  const text = JSON.stringify(shownOf(JSON.parse('['.repeat(5000) + ']'.repeat(5000))));
  expect(text).toBe(`${'['.repeat(101)}"nested deeper than 100 levels"${']'.repeat(101)}`);
});

test('a value that is shown in two places, and contains itself, is copied once', () => {
  const ring: Record<string, unknown> = {};
  ring.self = ring;
  const shown = Object(shownOf({ one: ring, two: ring }));
  expect(shown.one).toBe(shown.two);
  expect(shown.one.self).toBe(shown.one);
});

test('texts in fields of secrets are masked by name, and each name is returned', () => {
  const value = { token: 'a', login: { password: 'b', Cookie: '' }, tokens: [1] };
  const masked = '••••••••';
  expect(showable(value, new Set(['password']))).toMatchObject({
    shown: { token: masked, login: { password: 'b', Cookie: '' }, tokens: [1] },
    secrets: ['token', 'password'],
  });
  expect(showable(value, 'all')).toMatchObject({ shown: value, secrets: [] });
});
