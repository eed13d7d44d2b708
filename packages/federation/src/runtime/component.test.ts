import { expect, test } from 'vitest';
import { requireComponent } from './component.ts';

test('a module with a component is returned', () => {
  const module = { Component: () => null };
  expect(requireComponent(module, './Home')).toBe(module);
});

test.each([null, undefined, 'text', {}, { Component: 'div' }])(
  '%j is refused, with the module’s name',
  (loaded) => {
    expect(() => requireComponent(loaded, './Home')).toThrow('./Home exports no Component');
  },
);
