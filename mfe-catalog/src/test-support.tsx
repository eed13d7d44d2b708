import {
  createBrowserRouter,
  createShopStore,
  createTestMock,
  type EndpointName,
  endpointNames,
  type FirstData,
  type GivenSettings,
  loadProductsAtom,
  logIn,
  Outlet,
  RouterProvider,
  subscribeToToasts,
  Toasts,
  testPathTo,
  writtenLocationAtom,
} from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import { changeSessionAtom } from '@patchwork/shop';
import type { Product } from '@patchwork/shop/domain';
import { act, render } from '@testing-library/react';
import { Provider } from 'jotai';
import { useLayoutEffect } from 'react';
import { onTestFinished } from 'vitest';
import { Component as HeaderSearch } from './exposes/HeaderSearch.tsx';
import { Component as Home } from './exposes/Home.tsx';
import { Component as ProductDetail } from './exposes/ProductDetail.tsx';
import { Component as ProductList } from './exposes/ProductList.tsx';
import { Component as Recommended } from './exposes/Recommended.tsx';
import { Component as Wishlist } from './exposes/Wishlist.tsx';

export const overshirt = aProduct({
  id: 'overshirt',
  title: 'Indigo Overshirt',
  description: 'Starts stiff and softens to your shoulders.',
  ...{ price: 2719, originalPrice: 3599, rating: 4.4, reviews: '1.9k' },
});

export const dress = aProduct({
  id: 'dress',
  title: 'Wrap Dress',
  category: 'WOMEN',
  size: 'S',
  ...{ price: 1899, originalPrice: 1750, rating: 3.6 },
});

export const raincoat = aProduct({
  id: 'raincoat',
  title: 'Puddle Raincoat',
  category: 'KIDS',
  ...{ price: 999, originalPrice: 1299, rating: 2.8 },
  inStock: false,
  deliveryDays: 1,
});

const kurta = {
  ...{ title: 'Khadi Kurta', style: 'kurta', price: 1599, originalPrice: 2199, rating: 4.6 },
  colour: { name: 'Cream', swatch: '#ece0c6' },
};

/** A style of four products: three sizes in one colour, and one in another, which costs more. */
export const kurtas = [
  aProduct({ ...kurta, id: 'kurta-xl', size: 'XL' }),
  aProduct({ ...kurta, id: 'kurta-s', size: 'S', inStock: false }),
  aProduct({ ...kurta, id: 'kurta-m', size: 'M' }),
  aProduct({
    ...{
      ...kurta,
      id: 'sky-kurta-m',
      size: 'M',
      title: 'Sky Kurta',
      image: '/images/sky-kurta.svg',
    },
    ...{ price: 1799, originalPrice: 1799, colour: { name: 'Sky', swatch: '#c3d9e6' } },
  }),
];

/** Route loader that delays its page for longer than the search box waits for further typing. */
const later = () => new Promise<null>((resolve) => setTimeout(resolve, 400, null));

export interface CatalogueOptions extends FirstData {
  /** Endpoints whose calls fail with status 500, until the returned `fail` chooses others. */
  failing?: readonly EndpointName[];
  /** Whether no call ever gets a response. */
  silent?: boolean;
  loggedIn?: boolean;
  /** The shop's price limit, in rupees. */
  maxPrice?: number;
  /** Whether the list is loaded page by page. */
  queriesCatalogue?: boolean;
  /** Values of the remote's settings; by default their defaults. */
  settings?: GivenSettings['mfe-catalog'];
  /** Products that /recommended shows recommendations for. */
  given?: readonly Product[];
  /** Called when the first page is mounted, before it is painted. */
  onMounted?: () => void;
}

/** Opens the remote's pages in a small frame that has `main` and, as in the shell's header, two search boxes. */
export async function openCatalogue(at: string, options: CatalogueOptions = {}) {
  const { failing = [], silent, loggedIn, given = [], onMounted, ...shop } = options;
  const { maxPrice, queriesCatalogue, settings, ...data } = shop;
  const mock = createTestMock({
    ...{ products: [overshirt, dress, raincoat], wishlist: [], cart: [] },
    ...data,
  });
  const fail = (...names: readonly EndpointName[]) =>
    mock.fail(Object.fromEntries(names.map((name) => [name, 500])));
  fail(...failing);
  if (silent) mock.hold(...endpointNames);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: mock.connect,
    settingOf: (_remote, name) => Reflect.get(settings ?? {}, name),
    navigate: (to, navigation) => router.navigate(to, navigation),
    configuration: { maxPrice, queriesCatalogue },
  });
  function Frame() {
    useLayoutEffect(() => {
      onMounted?.();
    }, []);
    return (
      <>
        <HeaderSearch />
        <HeaderSearch />
        <main tabIndex={-1}>
          <Outlet />
        </main>
        <Toasts subscribe={subscribeToToasts} />
      </>
    );
  }
  const router = createBrowserRouter([
    {
      Component: Frame,
      children: [
        { path: '/', Component: Home },
        { path: '/productlist', Component: ProductList },
        { path: '/productlist/:productId', Component: ProductDetail },
        { path: '/wishlist', Component: Wishlist },
        { path: '/recommended', element: <Recommended products={given} /> },
        { path: '/slow', loader: later, element: <h1>Slow</h1> },
        { path: '*', element: <h1>Another page</h1> },
      ],
    },
  ]);
  router.subscribe(({ location }) => store.set(writtenLocationAtom, location));
  if (loggedIn) await logIn(store);
  // What is still going on must not write to the storage, which the next test's page shares.
  onTestFinished(() => store.set(changeSessionAtom, null));
  if (!silent) await store.set(loadProductsAtom);
  await router.navigate(at, { replace: true });
  await act(async () => {
    render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
    await mock.idle();
  });
  return {
    location: () => `${location.pathname}${location.search}`,
    router,
    store,
    fail,
    hold: mock.hold,
  };
}
