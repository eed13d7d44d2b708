// @vitest-environment happy-dom

import {
  createShopStore,
  createTestMock,
  testPathTo,
  writtenLocationAtom,
} from '@patchwork/kit/testing';
import {
  categories,
  defaultFilters,
  type Filters,
  type PathTo,
  ratingThresholds,
  sizes,
  sortOrders,
} from '@patchwork/shop/domain';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import {
  adjustFiltersAtom,
  changeFiltersAtom,
  clearFiltersAtom,
  filtersAtom,
  filtersToSearchParams,
  keepFiltersAtom,
  searchParamsToFilters,
  toggle,
} from './filters.ts';

const steps = fc.integer({ min: 0, max: 80 }).map((step) => step * 50);

/** Each field is its default half of the time. A search is any text without a NUL or a lone half of a surrogate pair. */
const filterStates: fc.Arbitrary<Filters> = fc.record({
  maxPrice: fc.oneof(fc.constant(defaultFilters.maxPrice), steps),
  categories: fc.oneof(fc.constant([]), fc.shuffledSubarray([...categories])),
  sizes: fc.oneof(fc.constant([]), fc.shuffledSubarray([...sizes])),
  minRating: fc.oneof(fc.constant(0 as const), fc.constantFrom(...ratingThresholds)),
  sortBy: fc.oneof(fc.constant('' as const), fc.constantFrom(...sortOrders)),
  search: fc
    .oneof(fc.constantFrom('', ' ', ' KURTA ', 'a+b&c=d%'), fc.string({ unit: 'binary' }))
    .map((text) => text.replaceAll('\0', '')),
});

test('a click selects or deselects an option, in the order of the panel', () => {
  expect(toggle(categories, ['KIDS'], 'MEN')).toEqual(['MEN', 'KIDS']);
  expect(toggle(categories, ['MEN', 'KIDS'], 'KIDS')).toEqual(['MEN']);
  expect(toggle(sizes, ['XXL', 'S'], 'L')).toEqual(['S', 'L', 'XXL']);
  expect(toggle(sizes, ['S'], 'S')).toEqual([]);
});

const write = (filters: Filters) => filtersToSearchParams(filters).toString();
const read = (query: string) => searchParamsToFilters(new URLSearchParams(query));

const keys = ['maxPrice', 'category', 'size', 'minRating', 'sort', 'search', 'page'];
const values = 'MEN men XL 4 0 1500 -1 1e3 LOWTOHIGH NaN'.split(' ');

const queries = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.webQueryParameters(),
  fc
    .array(
      fc.tuple(
        fc.constantFrom(...keys),
        fc.oneof(fc.constantFrom('', ...values), fc.string({ unit: 'binary' })),
      ),
    )
    .map((pairs) => new URLSearchParams(pairs).toString()),
);

describe('the query string', () => {
  test('loses a NUL in the search, which no API accepts', () => {
    expect(read('search=%00kurta%00').search).toBe('kurta');
  });

  test('leaves out defaults and names every other field, with a parameter for each category and size', () => {
    expect(write(defaultFilters)).toBe('');
    const filters: Filters = {
      maxPrice: 1500,
      categories: ['MEN', 'KIDS'],
      sizes: ['S', 'XL'],
      minRating: 4,
      sortBy: 'LOWTOHIGH',
      search: 'blue shirt & co',
    };
    expect(write(filters)).toBe(
      'maxPrice=1500&category=MEN&category=KIDS&size=S&size=XL&minRating=4&sort=LOWTOHIGH&search=blue+shirt+%26+co',
    );
  });
});

describe('a shop with a price limit of its own', () => {
  const dear: Filters = { ...defaultFilters, maxPrice: 10_000 };

  test('uses that limit if the query contains none or a higher one', () => {
    expect(searchParamsToFilters(new URLSearchParams(), dear)).toEqual(dear);
    expect(searchParamsToFilters(new URLSearchParams('maxPrice=90000'), dear)).toEqual(dear);
  });

  test('leaves that limit out of the query, but not 4,000', () => {
    expect(filtersToSearchParams(dear, dear).toString()).toBe('');
    expect(filtersToSearchParams(defaultFilters, dear).toString()).toBe('maxPrice=4000');
  });
});

describe('properties', () => {
  test('filters written to a URL are read back unchanged', () => {
    fc.assert(
      fc.property(filterStates, (filters) => {
        expect(read(write(filters))).toEqual(filters);
      }),
      { numRuns: 500 },
    );
  });

  test('reading a query never throws, and its filters are written in one form', () => {
    fc.assert(
      fc.property(queries, (query) => {
        const once = write(read(query));
        expect(write(read(once))).toBe(once);
        expect(read(once)).toEqual(read(query));
      }),
      { numRuns: 500 },
    );
  });
});

describe('an invalid value is replaced by the field’s default and does not affect the others', () => {
  test.each([
    ['maxPrice', ['', 'abc', '-1', '4001', '99999', '1e3', '12.5', ' 100', '0x10', 'NaN', '١٢']],
    ['minRating', ['', '5', '-1', '3.5', '04', 'four']],
    ['sort', ['', 'lowtohigh', 'price', '__proto__']],
  ])('%s of %j', (field, texts) => {
    for (const text of texts) {
      const params = new URLSearchParams({ [field]: text, size: 'S' });
      expect(searchParamsToFilters(params), text).toEqual({ ...defaultFilters, sizes: ['S'] });
    }
  });

  test('unknown categories and sizes are dropped, and repeated ones count once', () => {
    expect(read('category=WOMEN&category=DOGS&category=WOMEN&size=XS&size=S')).toEqual({
      ...defaultFilters,
      categories: ['WOMEN'],
      sizes: ['S'],
    });
    expect(read('category=toString&size=constructor')).toEqual(defaultFilters);
  });

  test('a repeated field has its first value', () => {
    expect(read('maxPrice=900&maxPrice=100').maxPrice).toBe(900);
  });

  test('a price between two steps of the slider is rounded down', () => {
    expect(read('maxPrice=333').maxPrice).toBe(300);
    expect(read('maxPrice=3990').maxPrice).toBe(3950);
  });

  test('a search of more than 200 characters is cut', () => {
    expect(read(`search=${'न'.repeat(2500)}`).search).toBe('न'.repeat(200));
    expect(read(`search=a${'🧵'.repeat(300)}`).search).toBe(`a${'🧵'.repeat(99)}`);
  });

  test('a malformed percent-encoding is read as text', () => {
    expect(read('search=%E0%A4%A').search).not.toBe('');
    expect(read('search=100%').search).toBe('100%');
  });
});

/** Options of navigations from the list, which decides about the scroll position, and from other pages. */
const staying = { replace: false, preventScrollReset: true };
const continuing = { replace: true, preventScrollReset: true };
const arriving = { replace: false, preventScrollReset: false };

interface Shop {
  readonly maxPrice?: number;
  readonly pathTo?: PathTo;
}

/** Opens a shop at an address. A navigation lasts until the test ends it. */
function openAt(pathname: string, search = '', { maxPrice, pathTo = testPathTo }: Shop = {}) {
  const ends: (() => void)[] = [];
  const navigate = vi.fn(
    (_to: string, _options?: object) => new Promise<void>((resolve) => void ends.push(resolve)),
  );
  const store = createShopStore({
    connect: createTestMock().connect,
    navigate,
    pathTo,
    configuration: { maxPrice },
  });
  const follow = (to: string, query = '') =>
    store.set(writtenLocationAtom, { pathname: to, search: query });
  follow(pathname, search);
  return {
    store,
    navigate,
    follow,
    change: (filters: Partial<Filters>) => void store.set(changeFiltersAtom, filters),
    adjust: (filters: Partial<Filters>) => void store.set(adjustFiltersAtom, filters),
    filters: () => store.get(filtersAtom),
    /** Ends the oldest navigation: its page is there, or another navigation has taken its place. */
    async end() {
      ends.shift()?.();
      await Promise.resolve();
    },
  };
}

describe('the list’s URL', () => {
  test('determines the filters, even if it is malformed, ends with a slash or is in capitals', () => {
    const { filters } = openAt('/productlist', '?category=MEN&minRating=4&search=kurta');
    expect(filters()).toMatchObject({ categories: ['MEN'], minRating: 4, search: 'kurta' });
    expect(openAt('/productlist', '?maxPrice=lots&category=%').filters()).toEqual(defaultFilters);
    expect(openAt('/ProductList/', '?sort=LOWTOHIGH').filters().sortBy).toBe('LOWTOHIGH');
  });
});

test('the home page resets all filters; other pages keep the list’s filters', () => {
  const { store, follow, filters } = openAt('/productlist', '?category=MEN');
  store.set(keepFiltersAtom);
  follow('/productlist/khadi-kurta');
  follow('/cart', '?category=KIDS');
  expect(filters().categories).toEqual(['MEN']);
  follow('/');
  expect(filters()).toEqual(defaultFilters);
  store.set(keepFiltersAtom);
  follow('/cart');
  expect(filters()).toEqual(defaultFilters);
});

describe('changing filters', () => {
  test('on the list takes effect immediately and adds a history entry', () => {
    const { change, filters, navigate } = openAt('/productlist', '?category=MEN');
    change({ sizes: ['S'], search: 'a b' });
    expect(filters()).toMatchObject({ categories: ['MEN'], sizes: ['S'], search: 'a b' });
    expect(navigate.mock.calls).toEqual([['/productlist?category=MEN&size=S&search=a+b', staying]]);
  });

  test.each(['/', '/cart', '/productlist/khadi-kurta'])('at %s opens the list', (pathname) => {
    const { change, navigate } = openAt(pathname);
    change({ search: 'kurta' });
    expect(navigate.mock.calls).toEqual([['/productlist?search=kurta', arriving]]);
  });

  test('without an effect adds no history entry', () => {
    const { change, navigate } = openAt('/productlist', '?category=MEN');
    change({ categories: ['MEN'] });
    expect(navigate.mock.calls).toEqual([['/productlist?category=MEN', continuing]]);
  });

  test('clearing resets everything, including search and sort order', () => {
    const { store, filters, navigate } = openAt('/productlist', '?search=x&sort=LOWTOHIGH');
    void store.set(clearFiltersAtom);
    expect(filters()).toEqual(defaultFilters);
    expect(navigate.mock.calls).toEqual([['/productlist', staying]]);
  });

  test('clearing returns to the shop’s own price limit', () => {
    const { store, filters, navigate } = openAt('/productlist', '?maxPrice=6000', {
      maxPrice: 10_000,
    });
    expect(filters().maxPrice).toBe(6000);
    void store.set(clearFiltersAtom);
    expect(filters().maxPrice).toBe(10_000);
    expect(navigate.mock.calls).toEqual([['/productlist', staying]]);
  });
});

describe('the URL follows the filters', () => {
  test('when it arrives, there is no further navigation or change', async () => {
    const { change, follow, filters, navigate, end } = openAt('/productlist');
    change({ search: ' blue  ' });
    const before = filters();
    follow('/productlist', '?search=+blue++');
    await end();
    expect(filters()).toBe(before);
    expect(navigate).toHaveBeenCalledTimes(1);
  });

  test('a late URL of an earlier change does not undo later typing', async () => {
    const { change, follow, filters, end } = openAt('/productlist');
    change({ search: 'k' });
    change({ search: 'ku' });
    follow('/productlist', '?search=k');
    await end();
    expect(filters().search).toBe('ku');
    follow('/productlist', '?search=ku');
    await end();
    expect(filters().search).toBe('ku');
  });

  test('the router may skip a URL; later, the same URL counts again', async () => {
    const { change, follow, filters, end } = openAt('/productlist');
    change({ search: 'k' });
    change({ search: 'ku' });
    await end();
    follow('/productlist', '?search=ku');
    await end();
    follow('/productlist', '?search=k');
    expect(filters().search).toBe('k');
  });

  test('back and forward navigation is followed', async () => {
    const { change, follow, filters, end } = openAt('/productlist', '?category=MEN');
    change({ categories: ['KIDS'] });
    follow('/productlist', '?category=KIDS');
    await end();
    follow('/cart');
    follow('/productlist', '?category=KIDS');
    follow('/productlist', '?category=MEN');
    expect(filters().categories).toEqual(['MEN']);
  });

  test('if the navigation ends before its URL arrives, the current URL counts', async () => {
    const { change, follow, filters, end } = openAt('/productlist', '?category=MEN');
    change({ search: 'kurta' });
    await end();
    expect(filters()).toEqual({ ...defaultFilters, categories: ['MEN'] });
    follow('/');
    follow('/productlist', '?search=kurta');
    expect(filters().search).toBe('kurta');
  });
});

describe('typing text or dragging the slider', () => {
  /** Opens a page on which each navigation arrives before the next change. */
  function openQuick(pathname: string, search = '') {
    vi.useFakeTimers();
    const shop = openAt(pathname, search);
    const arrive = (change: (filters: Partial<Filters>) => void) => (filters: Partial<Filters>) => {
      change(filters);
      const [path = '', query = ''] = (shop.navigate.mock.lastCall?.[0] ?? '').split('?');
      shop.follow(path, `?${query}`);
    };
    return {
      ...shop,
      adjust: arrive(shop.adjust),
      change: arrive(shop.change),
      options: () => shop.navigate.mock.calls.map(([, options]) => options),
    };
  }

  test('adds one history entry, including pauses, until it rests', () => {
    const { adjust, options } = openQuick('/productlist');
    for (const search of ['k', 'ku', 'kurta']) {
      adjust({ search });
      vi.advanceTimersByTime(900);
    }
    expect(options()).toEqual([staying, continuing, continuing]);
    vi.advanceTimersByTime(200);
    adjust({ search: 'shirt' });
    expect(options().at(-1)).toEqual(staying);
  });

  test('on another page adds one entry, for the list', () => {
    const { adjust, options } = openQuick('/cart');
    adjust({ search: 'k' });
    adjust({ search: 'ku' });
    expect(options()).toEqual([arriving, continuing]);
  });

  test('adds a separate entry after another field, after a click and after Back', () => {
    const { adjust, change, follow, options } = openQuick('/productlist');
    adjust({ search: 'k' });
    adjust({ maxPrice: 2000 });
    change({ sizes: ['S'] });
    adjust({ maxPrice: 1000 });
    follow('/productlist', '?maxPrice=2000&size=S&search=k');
    adjust({ maxPrice: 3000 });
    expect(options()).toEqual([staying, staying, staying, staying, staying]);
  });

  test('never replaces an older entry while its own is still pending', () => {
    const { adjust, follow, navigate } = openAt('/productlist');
    adjust({ search: 'k' });
    adjust({ search: 'ku' });
    follow('/productlist', '?search=ku');
    adjust({ search: 'kur' });
    adjust({ search: 'kurt' });
    const options = navigate.mock.calls.map(([, each]) => each);
    expect(options).toEqual([staying, staying, continuing, continuing]);
  });
});

test('the filters follow the product list and the home page to their new paths', () => {
  const pathTo: PathTo = (page, ..._parameters) => `/moved/${page}`;
  const { change, filters, follow, navigate } = openAt('/moved/product-list', '?search=kurta', {
    pathTo,
  });
  expect(filters().search).toBe('kurta');
  change({ search: 'shirt' });
  expect(navigate.mock.calls).toEqual([['/moved/product-list?search=shirt', staying]]);
  follow('/productlist', '?search=old');
  expect(filters().search).toBe('shirt');
  const left = openAt('/moved/product-list', '?search=kurta', { pathTo });
  left.store.set(keepFiltersAtom);
  left.follow('/moved/home');
  expect(left.filters().search).toBe('');
});
