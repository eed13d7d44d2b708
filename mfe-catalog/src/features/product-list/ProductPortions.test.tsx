import { type Category, defaultFilters, type Product } from '@patchwork/shop/domain';
import { act, fireEvent, renderHook, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type ProductList, productListAtom } from '../../state/product-list.ts';
import { dress, openCatalogue } from '../../test-support.tsx';
import { useCards } from './ProductPortions.tsx';

const products = Array.from({ length: 1130 }, (_, index) => ({
  ...dress,
  id: `dress-${index + 1}`,
  title: `Dress ${index + 1}${index < 100 ? ' in linen' : ''}`,
}));

// Cards are not found by role, which takes twice the time among so many: too long on a busy machine.
const cards = () => document.querySelectorAll('article');
const more = () => screen.queryByText('Show more');
const count = () => document.querySelector('[role=status]')?.textContent;

describe.each([
  { queriesCatalogue: false, how: 'loaded as a whole', all: '1,130 products' },
  { queriesCatalogue: true, how: 'loaded by queries', all: 'More than 100 products' },
])('a catalogue that is $how', ({ queriesCatalogue, all }) => {
  test('a long list shows 60 products at first, counts all, and focuses the first new one on demand', async () => {
    await openCatalogue('/productlist?search=linen', { products, queriesCatalogue });
    await waitFor(() => expect(count()).toBe('100 products'));
    expect(cards()).toHaveLength(60);
    expect(screen.getByText('60 of 100 shown')).toBeDefined();

    await userEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(cards()).toHaveLength(100));
    expect(document.activeElement?.textContent).toBe('Dress 61 in linen');
    expect(more()).toBeNull();
  });

  test('another list starts with 60 again; after a product page, the list is as long as before', async () => {
    const { router } = await openCatalogue('/productlist', { products, queriesCatalogue });
    await waitFor(() => expect(count()).toBe(all));
    fireEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(cards()).toHaveLength(120));

    await act(() => router.navigate('/productlist/dress-100'));
    expect(cards()).toHaveLength(0);
    await act(() => router.navigate(-1));
    await waitFor(() => expect(cards()).toHaveLength(120));

    fireEvent.click(screen.getByLabelText('Low to High'));
    await waitFor(() => expect(cards()).toHaveLength(60));
  });
});

describe('a catalogue that is loaded by queries', () => {
  test('loads the next products as the shopper scrolls near, and shows them on demand', async () => {
    const seen: (() => void)[] = [];
    vi.stubGlobal(
      'IntersectionObserver',
      class {
        constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
          seen.push(() => notify([{ isIntersecting: true }]));
        }
        observe = () => {};
        disconnect = () => {};
      },
    );
    const { fail } = await openCatalogue('/productlist', { products, queriesCatalogue: true });
    await waitFor(() => expect(seen).toHaveLength(1));
    await act(async () => seen[0]?.());
    expect(cards()).toHaveLength(60);

    fail('queryProducts');
    await userEvent.click(screen.getByText('Show more'));
    await waitFor(() => expect(cards()).toHaveLength(120));
    expect(document.activeElement?.textContent).toBe('Dress 61 in linen');
  });

  test('the focus does not move if the shopper has moved it while more products load', async () => {
    const { store } = await openCatalogue('/productlist', {
      products,
      queriesCatalogue: true,
    });
    await waitFor(() => expect(cards()).toHaveLength(60));
    const search = screen.getAllByRole('combobox')[0];
    await act(async () => {
      screen.getByText('Show more').click();
      search?.focus();
    });
    await waitFor(() => expect(cards()).toHaveLength(120));
    expect(document.activeElement).toBe(search);
    expect(store.get(productListAtom).products).toHaveLength(120);
  });

  test('reports that more products could not be loaded, and can retry', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { fail } = await openCatalogue('/productlist', { products, queriesCatalogue: true });
    await waitFor(() => expect(cards()).toHaveLength(60));
    fail('queryProducts');
    await userEvent.click(screen.getByText('Show more'));
    const alert = await screen.findByText('More products could not be loaded.');
    expect(alert.getAttribute('role')).toBe('alert');
    expect(cards()).toHaveLength(60);

    fail();
    await userEvent.click(screen.getByText('Try again'));
    await waitFor(() => expect(cards()).toHaveLength(120));
    expect(document.activeElement?.textContent).toBe('Dress 61 in linen');
    expect(screen.queryByText('More products could not be loaded.')).toBeNull();
  });

  test('dims the previous list until the new one has loaded', async () => {
    await openCatalogue('/productlist', { products, queriesCatalogue: true });
    await waitFor(() => expect(cards()).toHaveLength(60));
    const results = cards()[0]?.closest('[aria-busy]');
    expect(results?.getAttribute('aria-busy')).toBe('false');
    const busy: unknown[] = [];
    const observer = new MutationObserver(() => busy.push(results?.getAttribute('aria-busy')));
    if (results) observer.observe(results, { attributes: true });
    await userEvent.click(screen.getByLabelText('Kids'));
    await screen.findByText('Nothing matches these filters.');
    await waitFor(() => expect(busy).toEqual(['true', 'false']));
    observer.disconnect();
  });

  test('the page of a product does not load the product list', async () => {
    const { store } = await openCatalogue('/productlist/dress-7', {
      products,
      queriesCatalogue: true,
      failing: ['listProducts', 'queryProducts'],
    });
    expect(
      await screen.findByRole('heading', { level: 1, name: 'Dress 7 in linen' }),
    ).toBeDefined();
    expect(store.get(productListAtom).status).toBe('loading');
  });
});

const productsOf = (length: number, name: string): Product[] =>
  Array.from({ length }, (_, index) => ({ ...dress, id: `${name}-${index + 1}` }));

const listOf = (products: Product[], ...categories: Category[]): ProductList => ({
  ...{ status: 'loaded', count: products.length, isCounted: true },
  ...{ isOutdated: false, isStale: false },
  ...{
    products,
    filters: { ...defaultFilters, categories },
    explanation: undefined,
    corrected: undefined,
    more: 'end',
  },
});

/** Renders cards, and records each rendered list of ids and which of them were outdated. */
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

test.each([
  [900, 8],
  [901, 12],
])(
  'on a screen %i pixels high, a change of the filters renders the first %i cards at once, then the others',
  (height, first) => {
    vi.stubGlobal('innerHeight', height);
    const [old, next] = [productsOf(30, 'old'), productsOf(30, 'next')];
    const { rendered, outdated, rerender } = renderCards(listOf(old));
    expect(rendered).toEqual([ids(old.slice(0, 20))]);
    rerender(listOf(next, 'MEN'));
    expect(rendered.slice(1)).toEqual([
      [...ids(next.slice(0, first)), ...ids(old.slice(first, 20))],
      ids(next.slice(0, 20)),
    ]);
    expect(outdated).toEqual([[], ids(old.slice(first, 20)), []]);
  },
);

test('a list with the same filters that has grown or changed is rendered immediately, because the page may be scrolled', () => {
  const old = productsOf(30, 'old');
  const { outdated, rendered, rerender } = renderCards(listOf(old.slice(0, 15)));
  rerender(listOf(old));
  rerender(listOf(productsOf(30, 'next')));
  expect(outdated.flat()).toEqual([]);
  expect(rendered.at(-1)).toEqual(ids(productsOf(20, 'next')));
});

test('a short list is rendered as a whole, and no product of a reordered list appears twice', () => {
  const old = productsOf(30, 'old');
  const { rendered, rerender } = renderCards(listOf(old));
  rerender(listOf(old.slice(0, 8), 'MEN'));
  expect(rendered[1]).toEqual(ids(old.slice(0, 8)));
  rerender(listOf(old.toReversed(), 'MEN', 'KIDS'));
  rerender(listOf(old.toReversed(), 'MEN', 'KIDS', 'WOMEN'));
  for (const each of rendered) expect(new Set(each).size).toBe(each.length);
});
