import { defaultFilters, type Filters } from '@patchwork/domain';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { openShop } from '../testing/fakes.ts';
import { changeFiltersAtom, clearFiltersAtom, filtersAtom, followLocationAtom } from './filters.ts';

afterEach(() => vi.unstubAllGlobals());

/** How the list is navigated to: from itself, where it decides about the scroll position, and from other pages. */
const staying = { replace: true, preventScrollReset: true };
const arriving = { replace: false, preventScrollReset: false };

function openAt(pathname: string, search = '') {
  const shop = openShop();
  const follow = (to: string, query = '') =>
    shop.store.set(followLocationAtom, { pathname: to, search: query });
  const change = (filters: Partial<Filters>) => shop.store.set(changeFiltersAtom, filters);
  const filters = () => shop.store.get(filtersAtom);
  follow(pathname, search);
  return { ...shop, follow, change, filters };
}

describe('the list’s address', () => {
  test('becomes the filters', () => {
    const { filters } = openAt('/productlist', '?category=MEN&minRating=4&search=kurta');
    expect(filters()).toEqual({
      ...defaultFilters,
      categories: ['MEN'],
      minRating: 4,
      search: 'kurta',
    });
  });

  test('with garbage, with an end slash or in capitals is read all the same', () => {
    expect(openAt('/productlist', '?maxPrice=lots&category=%').filters()).toEqual(defaultFilters);
    expect(openAt('/ProductList/', '?sort=LOWTOHIGH').filters().sortBy).toBe('LOWTOHIGH');
  });

  test('without a query is the whole list', () => {
    const { follow, filters } = openAt('/productlist', '?category=MEN');
    follow('/productlist');
    expect(filters()).toEqual(defaultFilters);
  });
});

test('home resets all filters; other pages leave them', () => {
  const { follow, filters } = openAt('/productlist', '?category=MEN');
  follow('/productlist/khadi-kurta');
  follow('/cart', '?category=KIDS');
  expect(filters().categories).toEqual(['MEN']);
  follow('/');
  expect(filters()).toEqual(defaultFilters);
});

test('a shop with a price limit of its own starts with it, and returns to it', () => {
  const { store, navigate } = openShop({ maxPrice: 10_000 });
  const limit = () => store.get(filtersAtom).maxPrice;
  expect(limit()).toBe(10_000);
  store.set(followLocationAtom, { pathname: '/productlist', search: '?maxPrice=6000' });
  expect(limit()).toBe(6000);
  store.set(clearFiltersAtom);
  expect(limit()).toBe(10_000);
  expect(navigate).toHaveBeenLastCalledWith('/productlist', staying);
  store.set(changeFiltersAtom, { maxPrice: 4000 });
  expect(navigate).toHaveBeenLastCalledWith('/productlist?maxPrice=4000', staying);
});

describe('changing filters', () => {
  test('on the list shows at once and replaces the address', () => {
    const { change, filters, navigate } = openAt('/productlist', '?category=MEN');
    change({ sizes: ['S'], search: 'a b' });
    expect(filters()).toMatchObject({ categories: ['MEN'], sizes: ['S'], search: 'a b' });
    expect(navigate.mock.calls).toEqual([['/productlist?category=MEN&size=S&search=a+b', staying]]);
  });

  test.each(['/', '/cart', '/productlist/khadi-kurta'])('at %s goes to the list', (pathname) => {
    const { change, navigate } = openAt(pathname);
    change({ search: 'kurta' });
    expect(navigate.mock.calls).toEqual([['/productlist?search=kurta', arriving]]);
  });

  test('back to the defaults leaves no query', () => {
    const { change, navigate } = openAt('/productlist', '?maxPrice=900');
    change({ maxPrice: 4000 });
    expect(navigate.mock.calls).toEqual([['/productlist', staying]]);
  });

  test('clearing resets everything, the search and the sort order too', () => {
    const { store, filters, navigate } = openAt('/productlist', '?search=x&sort=LOWTOHIGH');
    store.set(clearFiltersAtom);
    expect(filters()).toEqual(defaultFilters);
    expect(navigate.mock.calls).toEqual([['/productlist', staying]]);
  });
});

describe('the address follows the filters', () => {
  test('and its arrival navigates no further and changes nothing', () => {
    const { change, follow, filters, navigate } = openAt('/productlist');
    change({ search: ' blue  ' });
    const before = filters();
    follow('/productlist', '?search=+blue++');
    expect(filters()).toBe(before);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test('late: an address of an earlier change does not undo what was typed since', () => {
    const { change, follow, filters } = openAt('/productlist');
    change({ search: 'k' });
    change({ search: 'ku' });
    follow('/productlist', '?search=k');
    expect(filters().search).toBe('ku');
    follow('/productlist', '?search=ku');
    expect(filters().search).toBe('ku');
  });

  test('even if the router skipped some; later the same address counts again', () => {
    const { change, follow, filters } = openAt('/productlist');
    change({ search: 'k' });
    change({ search: 'ku' });
    follow('/productlist', '?search=ku');
    follow('/productlist', '?search=k');
    expect(filters().search).toBe('k');
  });

  test('back and forward between addresses are followed', () => {
    const { change, follow, filters } = openAt('/productlist', '?category=MEN');
    change({ categories: ['KIDS'] });
    follow('/productlist', '?category=KIDS');
    follow('/cart');
    follow('/productlist', '?category=KIDS');
    follow('/productlist', '?category=MEN');
    expect(filters().categories).toEqual(['MEN']);
  });

  test('leaving before it arrived is no echo', () => {
    const { change, follow, filters } = openAt('/productlist');
    change({ search: 'kurta' });
    follow('/');
    follow('/productlist', '?search=kurta');
    expect(filters().search).toBe('kurta');
  });
});
