import { expect, test } from 'vitest';
import { asComponentModule } from './component.ts';

test('a module with a Component is taken', () => {
  const module = { Component: () => null };
  expect(asComponentModule(module, './Home')).toBe(module);
});

test.each([null, undefined, 'text', {}, { Component: 'div' }])(
  '%j is refused by name',
  (loaded) => {
    expect(() => asComponentModule(loaded, './Home')).toThrow('./Home exports no Component');
  },
);
