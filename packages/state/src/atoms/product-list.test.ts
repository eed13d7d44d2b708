// @vitest-environment happy-dom
// A query retries by default in browsers only, so its failures are tested in one.
import { COUNTED_PRODUCTS_LIMIT, defaultFilters } from '@patchwork/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { aProduct, offline, settle } from '../testing/fakes.ts';
import { openList, openQueried, page } from '../testing/open-list.ts';
import { loadCatalogueAtom } from './load-catalogue.ts';
import { loadedProductsAtom, loadMoreProductsAtom, reloadProductListAtom } from './product-list.ts';

vi.spyOn(console, 'error').mockImplementation(() => {});
afterEach(() => vi.unstubAllGlobals());

const [shirt, dress] = [aProduct('shirt'), aProduct('dress', { category: 'WOMEN' })];
const noMatch = { mostRestrictive: 'search', cheapestAbove: null } as const;
describe('a catalogue that is loaded whole', () => {
  test('lists what the filters leave, and asks for nothing when they change', async () => {
    const { take, sent, list, ids, change, open } = openList(false);
    open();
    expect(list()).toMatchObject({ status: 'loading', products: [] });
    take('listProducts').respond({ products: [shirt, dress] });
    await settle();
    expect(ids()).toEqual(['shirt', 'dress']);
    change({ categories: ['WOMEN'] });
    expect(ids()).toEqual(['dress']);
    expect(list()).toMatchObject({ status: 'loaded', count: 1, isCounted: true, more: 'end' });
    expect(list().explanation).toBeUndefined();
    expect(sent()).toEqual(['listProducts']);
  });

  test('explains an empty list', async () => {
    const { take, list, change, open } = openList(false);
    open();
    take('listProducts').respond({ products: [shirt, dress] });
    await settle();
    change({ search: 'sari' });
    expect(list().explanation).toEqual({ mostRestrictive: 'search', cheapestAbove: undefined });
  });

  test('that could not be loaded is loaded again', async () => {
    const { store, take, list, open } = openList(false);
    open();
    take('listProducts').fail(offline);
    await settle();
    expect(list().status).toBe('failed');
    store.set(reloadProductListAtom);
    take('listProducts').respond({ products: [shirt] });
    await settle();
    expect(list()).toMatchObject({ status: 'loaded', products: [shirt] });
  });
});

describe('a catalogue that is queried', () => {
  test('is asked for the first page of the filters in the address', async () => {
    const { take, sent, list, open } = openList(true, '/productlist', '?search=shi&sort=LOWTOHIGH');
    open();
    const filters = { ...defaultFilters, search: 'shi', sortBy: 'LOWTOHIGH' };
    const call = take('queryProducts');
    expect(call.input).toEqual({ query: { filters, priceLimit: 4000, cursor: undefined } });
    call.respond(page([shirt], null, 1));
    await settle();
    expect(list()).toMatchObject({ status: 'loaded', products: [shirt], count: 1, more: 'end' });
    expect(sent()).toEqual(['queryProducts']);
  });

  test('is asked only while the list is open', async () => {
    const { sent, take, follow, change, open } = openList(true, '/');
    open();
    change({ search: 'shirt' });
    await settle();
    expect(sent()).toEqual([]);
    follow('/productlist', '?search=shirt');
    expect(take('queryProducts').input.query.filters.search).toBe('shirt');
  });

  test('shows the earlier list until the new one is there', async () => {
    const { take, list, ids, change } = await openQueried([shirt, dress], 'end-1', 5);
    change({ categories: ['WOMEN'] });
    expect(list()).toMatchObject({ isOutdated: true, count: 5, filters: defaultFilters });
    expect(ids()).toEqual(['shirt', 'dress']);
    take('queryProducts').respond(page([dress], null, 1));
    await settle();
    expect(list()).toMatchObject({ isOutdated: false, count: 1 });
    expect(ids()).toEqual(['dress']);
  });

  test('a late response does not replace that of newer filters', async () => {
    const { take, ids, change } = await openQueried([shirt, dress], null, 2);
    change({ search: 'd' });
    const late = take('queryProducts');
    change({ search: 'dr' });
    take('queryProducts').respond(page([dress], null, 1));
    await settle();
    late.respond(page([shirt], null, 1));
    await settle();
    expect(ids()).toEqual(['dress']);
  });

  test('filters that come back are not asked for twice', async () => {
    const { take, sent, ids, change } = await openQueried([shirt, dress], null, 2);
    change({ search: 'd' });
    take('queryProducts').respond(page([dress], null, 1));
    await settle();
    change({ search: ' ' });
    await settle();
    expect(ids()).toEqual(['shirt', 'dress']);
    expect(sent()).toHaveLength(2);
  });

  test('goes on with the next page, one at a time', async () => {
    const { store, take, sent, list, ids } = await openQueried([shirt], 'end-1', 2);
    expect(list().more).toBe('waiting');
    store.set(loadMoreProductsAtom);
    store.set(loadMoreProductsAtom);
    await settle();
    expect(list().more).toBe('loading');
    const call = take('queryProducts');
    expect(call.input.query.cursor).toBe('end-1');
    call.respond(page([dress]));
    await settle();
    expect(ids()).toEqual(['shirt', 'dress']);
    expect(list()).toMatchObject({ more: 'end', count: 2 });
    store.set(loadMoreProductsAtom);
    expect(sent()).toHaveLength(2);
  });

  test('a page that could not be loaded leaves the others, and is loaded again on demand', async () => {
    const { store, take, list, ids } = await openQueried([shirt], 'end-1', 2);
    store.set(loadMoreProductsAtom);
    take('queryProducts').fail(offline);
    await settle();
    expect(list()).toMatchObject({ status: 'loaded', more: 'failed' });
    expect(ids()).toEqual(['shirt']);
    store.set(loadMoreProductsAtom);
    take('queryProducts').respond(page([dress]));
    await settle();
    expect(ids()).toEqual(['shirt', 'dress']);
  });

  test('nothing more is loaded of the earlier list', async () => {
    const { store, sent, change } = await openQueried([shirt], 'end-1', 2);
    change({ search: 'dress' });
    store.set(loadMoreProductsAtom);
    await settle();
    expect(sent()).toEqual(['queryProducts', 'queryProducts']);
  });

  test('keeps fifty pages at most', async () => {
    const { store, take, sent, list, open } = openList(true);
    open();
    for (let index = 0; index < 50; index++) {
      expect(list().more).toBe(index === 0 ? 'end' : 'waiting');
      if (index > 0) store.set(loadMoreProductsAtom);
      take('queryProducts').respond(page([aProduct(`shirt-${index}`)], `end-${index}`, 99));
      await settle();
    }
    expect(list()).toMatchObject({ more: 'capped', count: 99 });
    store.set(loadMoreProductsAtom);
    expect(sent()).toHaveLength(50);
  });

  test('says of a long list that it is longer than what was counted', async () => {
    const { list } = await openQueried([shirt], 'end-1', COUNTED_PRODUCTS_LIMIT + 1);
    expect(list()).toMatchObject({ count: COUNTED_PRODUCTS_LIMIT, isCounted: false });
  });

  test('passes the explanation of an empty list on, with the filters that it explains', async () => {
    const { take, list, change, open } = openList(true, '/productlist', '?search=sari');
    open();
    take('queryProducts').respond({ ...page([], null, 0), explanation: noMatch });
    await settle();
    expect(list().explanation).toEqual({ mostRestrictive: 'search', cheapestAbove: undefined });
    change({ search: '' });
    expect(list()).toMatchObject({ isOutdated: true, filters: { search: 'sari' } });
  });

  test('that could not be loaded is loaded again', async () => {
    const { store, take, list, open } = openList(true);
    open();
    take('queryProducts').fail(offline);
    await settle();
    expect(list().status).toBe('failed');
    store.set(reloadProductListAtom);
    take('queryProducts').respond(page([shirt], null, 1));
    await settle();
    expect(list()).toMatchObject({ status: 'loaded', products: [shirt] });
  });

  test('starts to load before its page is there, and is not loaded twice', async () => {
    const { store, take, sent, ids, open } = openList(true);
    const loading = store.set(loadCatalogueAtom);
    take('queryProducts').respond(page([shirt], null, 1));
    take('listCategories').respond({ categories: [] });
    await loading;
    open();
    expect(ids()).toEqual(['shirt']);
    expect(sent()).toEqual(['queryProducts', 'listCategories']);
  });

  test('loads no products for a page that lists none', async () => {
    const { store, take, sent } = openList(true, '/');
    const loading = store.set(loadCatalogueAtom);
    take('listCategories').respond({ categories: [] });
    await loading;
    store.sub(loadedProductsAtom, () => {});
    await settle();
    expect(sent()).toEqual(['listCategories']);
  });

  test('what the list has loaded is known on the page of a product', async () => {
    const { store, follow, leave } = await openQueried([shirt], null, 1);
    follow('/productlist/shirt');
    leave();
    store.sub(loadedProductsAtom, () => {});
    expect(store.get(loadedProductsAtom)).toEqual([shirt]);
  });
});
