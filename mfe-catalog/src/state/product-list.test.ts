// @vitest-environment happy-dom
// Failures of queries are tested in this environment: they are retried by default in browsers only.

import {
  createShopStore,
  createTestMock,
  type TestMock,
  testPathTo,
  writtenLocationAtom,
} from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import {
  COUNTED_PRODUCTS_LIMIT,
  defaultFilters,
  type Filters,
  PAGE_SIZE,
} from '@patchwork/shop/domain';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { changeFiltersAtom } from './filters.ts';
import { loadMoreProductsAtom, productListAtom } from './product-list.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const shirt = aProduct({ id: 'shirt', title: 'Shirt', category: 'MEN' });
const dress = aProduct({ id: 'dress', title: 'Dress', category: 'WOMEN' });

const shirts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ ...shirt, id: `shirt-${index}` }));

/** Waits until queries have notified, which they do in a task of their own. */
async function settled(mock: TestMock): Promise<void> {
  await mock.idle();
  await new Promise((resolve) => setTimeout(resolve));
}

interface Shop {
  readonly queriesCatalogue: boolean;
  readonly at?: string;
  readonly products?: (typeof shirt)[];
}

/** Creates a page of a shop. Its `open` shows the list. */
function openShop({ queriesCatalogue, at = '/productlist', products = [shirt, dress] }: Shop) {
  const mock = createTestMock({ products });
  const store = createShopStore({
    connect: mock.connect,
    navigate: async (to) => follow(to),
    pathTo: testPathTo,
    configuration: { queriesCatalogue },
  });
  const follow = (to: string) => store.set(writtenLocationAtom, new URL(to, 'http://shop.invalid'));
  follow(at);
  return {
    ...mock,
    idle: () => settled(mock),
    store,
    follow,
    list: () => store.get(productListAtom),
    ids: () => store.get(productListAtom).products.map(({ id }) => id),
    sent: () => mock.calls.map(({ name }) => name),
    change: (filters: Partial<Filters>) => void store.set(changeFiltersAtom, filters),
    open: () => store.sub(productListAtom, () => {}),
  };
}

/** Opens a list, and waits for its first page. */
async function openList(shop: Shop) {
  const page = openShop(shop);
  const leave = page.open();
  await page.idle();
  return { ...page, leave };
}

describe('a catalogue that is loaded completely', () => {
  test('lists the filtered products without requests when filters change', async () => {
    const { list, ids, change, open, idle, sent } = openShop({ queriesCatalogue: false });
    open();
    expect(list()).toMatchObject({ status: 'loading', products: [] });
    await idle();
    expect(ids()).toEqual(['shirt', 'dress']);
    change({ categories: ['WOMEN'] });
    expect(ids()).toEqual(['dress']);
    expect(list()).toMatchObject({ status: 'loaded', count: 1, isCounted: true, more: 'end' });
    expect(list().explanation).toBeUndefined();
    expect(sent()).toEqual(['listProducts']);
  });
});

describe('a search that no title of a completely loaded catalogue has', () => {
  test('is corrected by one request, and the other filters stay', async () => {
    const { list, ids, change, open, idle, sent } = openShop({ queriesCatalogue: false });
    open();
    await idle();
    change({ search: 'shrt' });
    expect(list()).toMatchObject({ status: 'loading', products: [] });
    await idle();
    expect(list()).toMatchObject({ status: 'loaded', corrected: 'shirt', count: 1 });
    expect(ids()).toEqual(['shirt']);
    change({ categories: ['WOMEN'] });
    expect(list().explanation?.mostRestrictive).toBe('categories');
    expect(sent()).toEqual(['listProducts', 'queryProducts']);
  });

  test('is explained as before if the request fails', async () => {
    const { list, fail, change, open, idle } = openShop({ queriesCatalogue: false });
    open();
    await idle();
    fail({ queryProducts: 500 });
    change({ search: 'shrt' });
    await idle();
    expect(list()).toMatchObject({ status: 'loaded', products: [], corrected: undefined });
    expect(list().explanation?.mostRestrictive).toBe('search');
  });

  test('is not corrected if the filters hide what it finds', async () => {
    const { list, change, open, idle, sent } = openShop({ queriesCatalogue: false });
    open();
    await idle();
    change({ search: 'shirt', categories: ['WOMEN'] });
    await idle();
    expect(list()).toMatchObject({ products: [], corrected: undefined });
    expect(sent()).toEqual(['listProducts']);
  });
});

describe('a catalogue that is loaded by queries', () => {
  test('requests the first page for the filters in the URL', async () => {
    const { list, ids, sent } = await openList({
      queriesCatalogue: true,
      at: '/productlist?search=s&sort=LOWTOHIGH',
      products: [
        { ...shirt, price: 900 },
        { ...dress, price: 800 },
        { ...shirt, id: 'hat', title: 'Hat' },
      ],
    });
    expect(list()).toMatchObject({ status: 'loaded', count: 2, more: 'end' });
    expect(ids()).toEqual(['dress', 'shirt']);
    expect(sent()).toEqual(['queryProducts']);
  });

  test('requests pages only while the list is open', async () => {
    const { sent, follow, idle, ids } = await openList({ queriesCatalogue: true, at: '/' });
    expect(sent()).toEqual([]);
    follow('/productlist?search=shirt');
    await idle();
    expect(sent()).toEqual(['queryProducts']);
    expect(ids()).toEqual(['shirt']);
  });

  test('requests a page once, however many parts of the page show it', async () => {
    const { open, idle, sent } = await openList({ queriesCatalogue: true });
    open();
    await idle();
    expect(sent()).toEqual(['queryProducts']);
  });

  test('shows the previous list until the new one has loaded', async () => {
    const { hold, idle, list, ids, change } = await openList({ queriesCatalogue: true });
    const release = hold('queryProducts');
    change({ categories: ['WOMEN'] });
    await idle();
    expect(list()).toMatchObject({ isOutdated: true, count: 2, filters: defaultFilters });
    expect(ids()).toEqual(['shirt', 'dress']);
    release();
    await idle();
    expect(list()).toMatchObject({ isOutdated: false, count: 1 });
    expect(ids()).toEqual(['dress']);
  });

  test('a late response does not replace the response for newer filters', async () => {
    const { hold, idle, ids, change } = await openList({ queriesCatalogue: true });
    const releaseEarlier = hold('queryProducts');
    change({ search: 's' });
    await idle();
    const releaseLater = hold('queryProducts');
    change({ search: 'dr' });
    await idle();
    releaseLater();
    await idle();
    releaseEarlier();
    await idle();
    expect(ids()).toEqual(['dress']);
  });

  test('a page for the same filters is not requested twice', async () => {
    const { idle, sent, ids, change } = await openList({ queriesCatalogue: true });
    change({ search: 'd' });
    await idle();
    expect(ids()).toEqual(['dress']);
    change({ search: ' ' });
    await idle();
    expect(ids()).toEqual(['shirt', 'dress']);
    expect(sent()).toHaveLength(2);
  });

  test('loads the next pages one at a time', async () => {
    const products = shirts(PAGE_SIZE + 1);
    const shop = await openList({ queriesCatalogue: true, products });
    const { store, hold, idle, sent, list, ids } = shop;
    expect(list().more).toBe('waiting');
    const release = hold('queryProducts');
    store.set(loadMoreProductsAtom);
    store.set(loadMoreProductsAtom);
    await idle();
    expect(list().more).toBe('loading');
    release();
    await idle();
    expect(ids()).toEqual(products.map(({ id }) => id));
    expect(list()).toMatchObject({ more: 'end', count: PAGE_SIZE + 1 });
    store.set(loadMoreProductsAtom);
    expect(sent()).toHaveLength(2);
  });

  test('a product that has moved to the next page meanwhile is listed once', async () => {
    const products = shirts(PAGE_SIZE + 1);
    const shop = await openList({
      queriesCatalogue: true,
      at: '/productlist?sort=LOWTOHIGH',
      products,
    });
    const { store, idle, ids, control } = shop;
    const [first] = control.read().tables.products;
    control.editRow('products', first?._id ?? '', { ...first, price: '3999' });
    store.set(loadMoreProductsAtom);
    await idle();
    expect(ids().toSorted()).toEqual(products.map(({ id }) => id).toSorted());
  });

  test('no further page of the previous list is loaded', async () => {
    const products = shirts(PAGE_SIZE + 1);
    const shop = await openList({ queriesCatalogue: true, products });
    const { store, hold, idle, sent, change } = shop;
    hold('queryProducts');
    change({ search: 'dress' });
    store.set(loadMoreProductsAtom);
    await idle();
    expect(sent()).toEqual(['queryProducts', 'queryProducts']);
  });

  test('keeps at most fifty pages', async () => {
    const products = shirts(51 * PAGE_SIZE);
    const { store, idle, sent, list } = await openList({ queriesCatalogue: true, products });
    for (let pages = 1; pages < 50; pages++) {
      expect(list().more).toBe('waiting');
      store.set(loadMoreProductsAtom);
      await idle();
    }
    expect(list().more).toBe('capped');
    store.set(loadMoreProductsAtom);
    expect(sent()).toHaveLength(50);
  });

  test('reports that a long list is longer than the counted part', async () => {
    const products = shirts(COUNTED_PRODUCTS_LIMIT + 1);
    const { list } = await openList({ queriesCatalogue: true, products });
    expect(list()).toMatchObject({ count: COUNTED_PRODUCTS_LIMIT, isCounted: false });
  });

  test('returns the explanation of an empty list together with its filters', async () => {
    const shop = await openList({ queriesCatalogue: true, at: '/productlist?search=sari' });
    const { hold, list, change } = shop;
    expect(list().explanation).toEqual({
      mostRestrictive: 'search',
      relaxations: [{ constraint: 'search', listed: 2 }],
      cheapestAbove: undefined,
    });
    hold('queryProducts');
    change({ search: '' });
    expect(list()).toMatchObject({ isOutdated: true, filters: { search: 'sari' } });
  });

  test('loads no products for a page that lists none', async () => {
    const { store, idle, sent } = openShop({ queriesCatalogue: true, at: '/productlist/shirt' });
    store.sub(productListAtom, () => {});
    await idle();
    expect(sent()).toEqual([]);
  });
});
