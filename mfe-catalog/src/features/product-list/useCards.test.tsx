import { type Category, defaultFilters, type Product } from '@patchwork/shop/domain';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { ProductList } from '../../state/product-list.ts';
import { dress } from '../../test-support.tsx';
import { useCards } from './useCards.ts';

const productsOf = (length: number, name: string): Product[] =>
  Array.from({ length }, (_, index) => ({ ...dress, id: `${name}-${index + 1}` }));

const listOf = (products: Product[], ...categories: Category[]): ProductList => ({
  ...{ status: 'loaded', count: products.length, isCounted: true, isOutdated: false },
  ...{ products, filters: { ...defaultFilters, categories }, explanation: undefined, more: 'end' },
});

/** Every list of ids that was rendered, one after the other, and of each the outdated ones. */
function renderCards(initial: ProductList) {
  const rendered: string[][] = [];
  const outdated: string[][] = [];
  const { rerender } = renderHook(
    (list) => {
      const cards = useCards(list, 20);
      rendered.push(ids(cards.products));
      outdated.push(ids(cards.products.slice(cards.outdatedFrom)));
    },
    { initialProps: initial },
  );
  return { rendered, outdated, rerender };
}

const ids = (products: readonly Product[]) => products.map(({ id }) => id);

test('of other filters the first cards are rendered at once, and then the others', () => {
  const [old, next] = [productsOf(30, 'old'), productsOf(30, 'next')];
  const { rendered, outdated, rerender } = renderCards(listOf(old));
  expect(rendered).toEqual([ids(old.slice(0, 20))]);
  rerender(listOf(next, 'MEN'));
  expect(rendered.slice(1)).toEqual([
    [...ids(next.slice(0, 12)), ...ids(old.slice(12, 20))],
    ids(next.slice(0, 20)),
  ]);
  expect(outdated).toEqual([[], ids(old.slice(12, 20)), []]);
});

test('a list of the same filters that has grown or changed is rendered at once, as the page may be scrolled', () => {
  const old = productsOf(30, 'old');
  const { outdated, rendered, rerender } = renderCards(listOf(old.slice(0, 15)));
  rerender(listOf(old));
  rerender(listOf(productsOf(30, 'next')));
  expect(outdated.flat()).toEqual([]);
  expect(rendered.at(-1)).toEqual(ids(productsOf(20, 'next')));
});

test('a short list is rendered whole, and no product of a reordered list twice', () => {
  const old = productsOf(30, 'old');
  const { rendered, rerender } = renderCards(listOf(old));
  rerender(listOf(old.slice(0, 12), 'MEN'));
  expect(rendered[1]).toEqual(ids(old.slice(0, 12)));
  rerender(listOf(old.toReversed(), 'MEN', 'KIDS'));
  rerender(listOf(old.toReversed(), 'MEN', 'KIDS', 'WOMEN'));
  for (const each of rendered) expect(new Set(each).size).toBe(each.length);
});
