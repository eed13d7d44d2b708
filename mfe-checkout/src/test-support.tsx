import {
  createMemoryRouter,
  createShopStore,
  createTestMock,
  type FirstData,
  logIn,
  RouterProvider,
  type ShopStoreOptions,
  type Store,
  subscribeToToasts,
  type TestMock,
  Toasts,
  testPathTo,
} from '@patchwork/kit/testing';
import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { changeSessionAtom, servicesAtom, sessionAtom, useLocation } from '@patchwork/shop';
import { cartTotal, type LineItem, type Session } from '@patchwork/shop/domain';
import { act, render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type Atom, Provider } from 'jotai';
import type { ComponentType } from 'react';
import { onTestFinished, vi } from 'vitest';
import { orderHistoryAtom, placedOrderAtom } from './state/orders.ts';
import { openPaymentAtom, pendingPaymentAtom } from './state/payment.ts';

const overshirt = aProduct({
  id: 'overshirt',
  title: 'Indigo Overshirt',
  price: 2499,
  originalPrice: 3299,
});

const trousers = aProduct({
  id: 'trousers',
  title: 'Work Trousers',
  price: 1899,
  originalPrice: 1749,
});

/** Two overshirts at a reduced price, and trousers whose price is above the original one. */
export const twoLines: readonly LineItem[] = [
  { product: overshirt, quantity: 2 },
  { product: trousers, quantity: 1 },
];

/** Creates a mock with both products, and a shopper who has one address and an empty cart. */
export const openMock = (data: FirstData = {}): TestMock =>
  createTestMock({
    ...{ products: [overshirt, trousers], cart: [], wishlist: [], addresses: [anAddress] },
    ...data,
  });

type ProductRow = ReturnType<TestMock['control']['read']>['tables']['products'][number];

/** Changes a product in the catalogue, as the shop's owner can at any time. */
export function editProduct({ control }: TestMock, id: string, change: Partial<ProductRow>): void {
  const row = control.read().tables.products.find(({ _id }) => _id === id);
  const edited = control.editRow('products', id, { ...row, ...change });
  if (!edited.ok) throw new Error(edited.error.join('; '));
}

interface Shop extends FirstData, Pick<ShopStoreOptions, 'configuration'> {
  /**
   * Mock of an earlier page, or one that the test has prepared. By default, a new mock with the other options' data.
   */
  readonly mock?: TestMock | undefined;
}

/** Waits until responses have arrived and, in a separate task, queries have notified their subscribers. */
export async function arrive(mock: TestMock): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await mock.idle();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/**
 * Opens a store with the mock but without a page. Logs in the mock's shopper, Asha, unless the session was restored.
 */
export async function openShop({ mock: earlier, configuration = {}, ...data }: Shop = {}) {
  const mock = earlier ?? openMock(data);
  const navigate = vi.fn<ShopStoreOptions['navigate']>();
  let endSession = () => {};
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) => {
      endSession = auth.onUnauthorized;
      return mock.connect(auth);
    },
    navigate,
    configuration,
  });
  if (!store.get(sessionAtom)) await logIn(store);
  // What is still going on must not write to the storage, which the next test's page shares.
  onTestFinished(() => store.set(changeSessionAtom, null));
  return {
    mock,
    store,
    navigate,
    endSession,
    /** Subscribes to atoms as a page does, and waits until they are loaded. */
    async show(...atoms: readonly Atom<unknown>[]) {
      for (const each of atoms) store.sub(each, () => {});
      await arrive(mock);
    },
  };
}

export async function signUpMeera(mock: TestMock): Promise<Session> {
  const form = { name: 'Meera Nair', email: 'meera@patchwork.example', password: 'needle' };
  const meera = await mock.connect().signup({ body: { ...form, confirmPassword: 'needle' } });
  if (!meera.ok) throw new Error('Meera could not sign up');
  return meera.value;
}

function OtherPage() {
  const { pathname } = useLocation();
  return <p>arrived at {pathname}</p>;
}

interface Visit extends Shop {
  readonly path: string;
  readonly Component: ComponentType;
}

/** Opens a page as a logged-in shopper. All other paths show their own name. */
export async function openPage({ path, Component, ...visit }: Visit) {
  const { mock, store, navigate } = await openShop(visit);
  const router = createMemoryRouter(
    [
      { path, Component },
      { path: '*', Component: OtherPage },
    ],
    { initialEntries: [path] },
  );
  navigate.mockImplementation((to, options) => router.navigate(to, options));
  // Subscribes to the atoms, as a page does, so that they are up to date.
  for (const shown of [orderHistoryAtom, pendingPaymentAtom, placedOrderAtom]) {
    store.sub(shown, () => {});
  }
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
      <Toasts subscribe={subscribeToToasts} />
    </Provider>,
  );
  await act(mock.idle);
  // The next test's page would send a pending change again, to its own mock.
  onTestFinished(mock.idle);
  return { user: userEvent.setup(), store, router, mock };
}

/** Fills the cart and opens a payment with the first address, as an earlier page would. */
export async function openPaymentOf(store: Store, lines: readonly LineItem[] = twoLines) {
  const { api } = store.get(servicesAtom);
  for (const { product, quantity } of lines) {
    await api.addToCart({ body: { product } });
    await api.setCartQuantity({ productId: product.id, body: { quantity } });
  }
  const quote = { lines, total: cartTotal(lines), notices: [] };
  const key = crypto.randomUUID();
  const opened = await store.set(openPaymentAtom, { key, quote, address: anAddress });
  if (!opened.ok) throw new Error(opened.error);
  return opened.value;
}
