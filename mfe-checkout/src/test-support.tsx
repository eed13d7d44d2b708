import { type Api, type ApiError, endpoints } from '@patchwork/api';
import {
  type Address,
  type AddressFields,
  cartTotal,
  changeLine,
  err,
  type LineItem,
  ok,
  type Product,
  removeLine,
} from '@patchwork/domain';
import { asha, ashasHome } from '@patchwork/domain/testing';
import { RouterProvider, useLocation } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import {
  openPaymentAtom,
  orderHistoryAtom,
  type PaymentConfig,
  pendingPaymentAtom,
  placedOrderAtom,
} from '@patchwork/state';
import { createShopStore, type Store, subscribeToToasts } from '@patchwork/state/host';
import { logIn, testPathTo } from '@patchwork/state/testing';
import { createShopperApi } from '@patchwork/state/testing/shopper-api';
import { Toasts } from '@patchwork/ui';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';

const overshirt: Product = {
  id: 'overshirt',
  title: 'Indigo Overshirt',
  image: '/images/overshirt.svg',
  description: 'Starts stiff.',
  category: 'MEN',
  size: 'M',
  price: 2499,
  originalPrice: 3299,
  rating: 4.4,
  reviews: '1.9k',
  inStock: true,
  deliveryDays: 4,
  trending: false,
};

const trousers: Product = {
  ...overshirt,
  id: 'trousers',
  title: 'Work Trousers',
  size: 'L',
  price: 1899,
  originalPrice: 1749,
};

/** Two overshirts at a reduced price, and trousers that cost more than their original price. */
export const twoLines: readonly LineItem[] = [
  { product: overshirt, quantity: 2 },
  { product: trousers, quantity: 1 },
];

export const failure: ApiError = { kind: 'status', status: 500, messages: ['The shop is shut.'] };

/** The calls of cart, addresses, orders and checkout work in memory. Every other call fails. */
function createServer(
  cart: readonly LineItem[],
  addresses: readonly Address[],
  calls: Partial<Api>,
): { -readonly [K in keyof Api]: Api[K] } {
  const respondWith = (next: readonly LineItem[]) => {
    cart = next;
    return ok({ cart: [...cart] });
  };
  const names = Object.keys(endpoints);
  return {
    ...(Object.fromEntries(
      names.map((name) => [name, async () => err(failure)]),
    ) as unknown as Api),
    login: async () => ok(asha),
    getCart: async () => respondWith(cart),
    changeCartQuantity: async ({ productId, body }) =>
      respondWith(changeLine(cart, productId, body.action.type)),
    removeFromCart: async ({ productId }) => respondWith(removeLine(cart, productId)),
    getWishlist: async () => ok({ wishlist: [] }),
    listProducts: async () => ok({ products: [overshirt, trousers] }),
    ...createShopperApi({
      addresses,
      onBought: (lines) => {
        const ids = lines.map(({ product }) => product.id);
        cart = cart.filter(({ product }) => !ids.includes(product.id));
      },
    }),
    ...calls,
  };
}

function OtherPage() {
  const { pathname } = useLocation();
  return <p>arrived at {pathname}</p>;
}

interface Visit {
  readonly path: string;
  readonly Component: ComponentType;
  readonly cart?: readonly LineItem[];
  readonly calls?: Partial<Api>;
  readonly addresses?: readonly AddressFields[];
  readonly payment?: PaymentConfig;
}

/** One page, opened by a logged-in shopper. Any other path shows its own name. */
export async function openPage({
  path,
  Component,
  cart = [],
  calls = {},
  addresses = [ashasHome],
  payment = { provider: 'simulator' },
}: Visit) {
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', Component: OtherPage },
    ],
    { initialEntries: [path] },
  );
  const stored = addresses.map((fields, index) => ({ id: `address-${index}`, ...fields }));
  const server = createServer(cart, stored, calls);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: () => server,
    navigate: (to, options) => void router.navigate(to, options),
    configuration: { payment },
  });
  await logIn(store);
  await router.navigate(path, { replace: true });
  // As on a page that shows them: what is read of them is up to date.
  for (const shown of [orderHistoryAtom, pendingPaymentAtom, placedOrderAtom]) {
    store.sub(shown, () => {});
  }
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts subscribe={subscribeToToasts} />
    </Provider>,
  );
  return { user: userEvent.setup(), store, router, server };
}

/** Opens a payment of these lines to the first address, as an earlier page did. */
export async function openPaymentOf(store: Store, lines: readonly LineItem[] = twoLines) {
  const quote = { lines, total: cartTotal(lines), notices: [] };
  const address = { id: 'address-0', ...ashasHome };
  const opened = await store.set(openPaymentAtom, { key: crypto.randomUUID(), quote, address });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
