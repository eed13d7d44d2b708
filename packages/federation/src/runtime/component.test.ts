import { expect, test } from 'vitest';
import { componentOf } from './component.ts';

test('the component of a module is returned', () => {
  const module = { Component: () => null };
  expect(componentOf(module, './Home')).toBe(module.Component);
});

test.each([null, undefined, 'text', {}, { Component: 'div' }])(
  '%j is refused, with the module’s name',
  (loaded) => {
    expect(() => componentOf(loaded, './Home')).toThrow('./Home exports no Component');
  },
);
