import { filterStates } from '@patchwork/domain/arbitraries';
import { categories, sizes } from '@patchwork/shop/domain';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { toggle } from '../../state/filters.ts';

test('a click ticks or unticks, and the order is that of the panel', () => {
  expect(toggle(categories, ['KIDS'], 'MEN')).toEqual(['MEN', 'KIDS']);
  expect(toggle(categories, ['MEN', 'KIDS'], 'KIDS')).toEqual(['MEN']);
  expect(toggle(sizes, ['XXL', 'S'], 'L')).toEqual(['S', 'L', 'XXL']);
  expect(toggle(sizes, ['S'], 'S')).toEqual([]);
});

test('clicking a checkbox twice changes nothing that is chosen', () => {
  fc.assert(
    fc.property(filterStates, fc.constantFrom(...sizes), (filters, size) => {
      const twice = toggle(sizes, toggle(sizes, filters.sizes, size), size);
      expect(new Set(twice)).toEqual(new Set(filters.sizes));
    }),
  );
});
