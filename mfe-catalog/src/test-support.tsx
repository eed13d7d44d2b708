import {
  type Api,
  type ApiError,
  type EndpointName,
  endpointNames,
  type OutputOf,
  type ProductPageRequest,
} from '@patchwork/api';

import {
  addLine,
  addWish,
  err,
  formatPageEnd,
  type LineItem,
  ok,
  PAGE_SIZE,
  type Product,
  parsePageEnd,
  queryProducts,
  removeWish,
} from '@patchwork/domain';
import { createBrowserRouter, Outlet, RouterProvider } from '@patchwork/router';
import { followLocationAtom, loadCatalogueAtom, loginAtom } from '@patchwork/state';
import { createShopStore, subscribeToToasts } from '@patchwork/state/host';
import { testPathTo } from '@patchwork/state/testing';
import { Toasts } from '@patchwork/ui';
import { act, cleanup, render } from '@testing-library/react';
import { Provider } from 'jotai';
import { useLayoutEffect } from 'react';
import { afterEach } from 'vitest';
import { Component as HeaderSearch } from './exposes/HeaderSearch.tsx';
import { Component as Home } from './exposes/Home.tsx';
import { Component as ProductDetail } from './exposes/ProductDetail.tsx';
import { Component as ProductList } from './exposes/ProductList.tsx';
import { Component as Recommended } from './exposes/Recommended.tsx';
import { Component as Wishlist } from './exposes/Wishlist.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

export const overshirt: Product = {
  id: 'overshirt',
  title: 'Indigo Overshirt',
  image: '/images/overshirt.svg',
  description: 'Starts stiff and softens to your shoulders.',
  category: 'MEN',
  size: 'M',
  price: 2719,
  originalPrice: 3599,
  rating: 4.4,
  reviews: '1.9k',
  inStock: true,
  deliveryDays: 4,
  trending: false,
};

export const dress: Product = {
  ...overshirt,
  id: 'dress',
  title: 'Wrap Dress',
  category: 'WOMEN',
  size: 'S',
  price: 1899,
  originalPrice: 1750,
  rating: 3.6,
  reviews: '605',
};

export const raincoat: Product = {
  ...overshirt,
  id: 'raincoat',
  title: 'Puddle Raincoat',
  category: 'KIDS',
  size: 'M',
  price: 999,
  originalPrice: 1299,
  rating: 2.8,
  reviews: '143',
  inStock: false,
  deliveryDays: 1,
};

interface ServerOptions {
  products?: readonly Product[];
  wishlist?: readonly Product[];
  cart?: readonly LineItem[];
  /** Calls that respond with 500 while they are in this set. */
  failing?: Set<EndpointName>;
  /** No call ever gets a response. */
  silent?: boolean;
}

const serverError: ApiError = { kind: 'status', status: 500, messages: [] };
const notFound: ApiError = { kind: 'status', status: 404, messages: [] };
const session = {
  user: { name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'a@b.c' },
  token: 'token',
};

const categories = [
  { id: 'men', category: 'MEN', name: 'Men', description: 'For him.', image: '/men.svg' },
  { id: 'women', category: 'WOMEN', name: 'Women', description: 'For her.', image: '/women.svg' },
  { id: 'kids', category: 'KIDS', name: 'Kids', description: 'For them.', image: '/kids.svg' },
] as const;

function pageOf(
  products: readonly Product[],
  { cursor, ...query }: ProductPageRequest,
): OutputOf<'queryProducts'> {
  const after = cursor === undefined ? undefined : parsePageEnd(cursor);
  const page = queryProducts(products, { ...query, limit: PAGE_SIZE, after });
  const { mostRestrictive = null, cheapestAbove = null } = page.explanation ?? {};
  return {
    ...page,
    products: [...page.products],
    next: page.next ? formatPageEnd(page.next) : null,
    explanation: page.explanation && { mostRestrictive, cheapestAbove },
  };
}

/** The API, with its data in memory. */
function createServer({ products = [overshirt, dress, raincoat], ...options }: ServerOptions): Api {
  let wishlist = options.wishlist ?? [];
  let cart = options.cart ?? [];
  const respond = async <T,>(name: EndpointName, value: () => T) => {
    if (options.silent) await new Promise(() => {});
    return options.failing?.has(name) ? err(serverError) : ok(value());
  };

  const others = endpointNames.map((name) => [name, async () => err(serverError)]);
  return {
    ...(Object.fromEntries(others) as unknown as Api),
    listCategories: () => respond('listCategories', () => ({ categories: [...categories] })),
    getCategory: async () => err(notFound),
    listProducts: () => respond('listProducts', () => ({ products: [...products] })),
    queryProducts: ({ query }) => respond('queryProducts', () => pageOf(products, query)),
    getProduct: async ({ productId }) => {
      const found = await respond('getProduct', () => products.find(({ id }) => id === productId));
      if (!found.ok) return found;
      return found.value ? ok({ product: found.value }) : err(notFound);
    },
    login: async () => ok(session),
    getWishlist: () => respond('getWishlist', () => ({ wishlist: [...wishlist] })),
    addToWishlist: ({ body }) =>
      respond('addToWishlist', () => {
        wishlist = addWish(wishlist, body.product);
        return { wishlist: [...wishlist] };
      }),
    removeFromWishlist: ({ productId }) =>
      respond('removeFromWishlist', () => {
        wishlist = removeWish(wishlist, productId);
        return { wishlist: [...wishlist] };
      }),
    getCart: () => respond('getCart', () => ({ cart: [...cart] })),
    addToCart: ({ body }) =>
      respond('addToCart', () => {
        cart = addLine(cart, body.product);
        return { cart: [...cart] };
      }),
  };
}

/** A page that loads longer than a search waits. */
const later = () => new Promise<null>((resolve) => setTimeout(resolve, 400, null));

export interface CatalogueOptions extends ServerOptions {
  loggedIn?: boolean;
  /** The shop's own price limit, in rupees. */
  maxPrice?: number;
  /** The list is loaded page by page. */
  queriesCatalogue?: boolean;
  /** What the recommendations at /recommended go with. */
  given?: readonly Product[];
  /** Runs when the first page is mounted, before it is painted. */
  onMounted?: () => void;
}

/** The remote's pages in a small frame: the search box twice, as in the shell's header, and main. */
export async function openCatalogue(
  at: string,
  { loggedIn, maxPrice, queriesCatalogue, given = [], onMounted, ...server }: CatalogueOptions = {},
) {
  const store = createShopStore({
    pathTo: testPathTo,
    connect: () => createServer(server),
    navigate: (to, options) => void router.navigate(to, options),
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
  router.subscribe(({ location }) => store.set(followLocationAtom, location));
  if (loggedIn) await store.set(loginAtom, { email: 'a@b.c', password: 'secret' });
  if (!server.silent) await store.set(loadCatalogueAtom);
  await router.navigate(at, { replace: true });
  await act(async () => {
    render(
      <Provider store={store}>
        <RouterProvider router={router} />
      </Provider>,
    );
  });
  return { location: () => `${location.pathname}${location.search}`, router, store };
}
