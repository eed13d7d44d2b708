import type { Product } from '@patchwork/domain';
import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { dress } from '../../test-support.tsx';
import { useCards } from './useCards.ts';

const listOf = (length: number, name: string): Product[] =>
  Array.from({ length }, (_, index) => ({ ...dress, id: `${name}-${index + 1}` }));

/** Every list of ids that was rendered, one after the other, and of each the outdated ones. */
function renderCards(initial: readonly Product[]) {
  const rendered: string[][] = [];
  const outdated: string[][] = [];
  const { rerender } = renderHook(
    ({ products }) => {
      const cards = useCards(products, 20);
      rendered.push(ids(cards.products));
      outdated.push(ids(cards.products.slice(cards.outdatedFrom)));
    },
    { initialProps: { products: initial } },
  );
  return { rendered, outdated, rerender };
}

const ids = (products: readonly Product[]) => products.map(({ id }) => id);

test('of another list the first cards are rendered at once, and then the others', () => {
  const [old, next] = [listOf(30, 'old'), listOf(30, 'next')];
  const { rendered, outdated, rerender } = renderCards(old);
  expect(rendered).toEqual([ids(old.slice(0, 20))]);
  rerender({ products: next });
  expect(rendered.slice(1)).toEqual([
    [...ids(next.slice(0, 12)), ...ids(old.slice(12, 20))],
    ids(next.slice(0, 20)),
  ]);
  expect(outdated).toEqual([[], ids(old.slice(12, 20)), []]);
});

test('the outdated cards that stay where they are come before those that are moved', () => {
  const old = listOf(30, 'old');
  const next = [...old.slice(2, 5), ...old.slice(14, 16), ...listOf(30, 'next')];
  const { outdated, rerender } = renderCards(old);
  rerender({ products: next });
  expect(outdated[1]).toEqual(ids([...old.slice(16, 20), ...old.slice(12, 14)]));
});

test('a short list is rendered whole, and no product of a reordered or reloaded list twice', () => {
  const old = listOf(30, 'old');
  const { rendered, rerender } = renderCards(old);
  rerender({ products: old.slice(0, 12) });
  expect(rendered[1]).toEqual(ids(old.slice(0, 12)));
  rerender({ products: old.toReversed() });
  rerender({ products: old.map((product) => ({ ...product })) });
  for (const each of rendered) expect(new Set(each).size).toBe(each.length);
});
