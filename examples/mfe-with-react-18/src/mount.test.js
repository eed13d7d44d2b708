import { createStore } from 'jotai';
import { beforeEach, expect, test, vi } from 'vitest';

// The shop's own atoms need its API. These have the same shapes.
const shop = await vi.hoisted(async () => {
  const { atom } = await import('jotai');
  return {
    cart: atom([]),
    bestsellers: atom({ data: [{ id: 'shirt', title: 'Plain Shirt', inStock: true }] }),
    navigate: vi.fn(),
    success: vi.fn(),
  };
});

vi.mock('@patchwork/shop', async () => {
  const { atom } = await import('jotai');
  return {
    cartAtom: atom((get) => ({ items: get(shop.cart) })),
    changeCartAtom: atom(null, (_get, set, { product }) => {
      set(shop.cart, (items) => [...items, { product, quantity: 1 }]);
      return Promise.resolve(true);
    }),
    describeError: String,
    pathToAtom: atom(
      () =>
        (page, { productId = '' } = {}) =>
          `/${page}/${productId}`,
    ),
    serverData: () => shop.bestsellers,
    servicesAtom: atom({ navigate: shop.navigate }),
    sessionAtom: atom({ user: { firstName: 'Asha' } }),
    toast: { success: shop.success },
  };
});

const { mount } = await import('./mount.jsx');

const onError = vi.fn();
let store;
let element;
let subscriptions;

beforeEach(() => {
  vi.clearAllMocks();
  subscriptions = 0;
  store = createStore();
  const { sub } = store;
  store.sub = (...args) => {
    const end = sub(...args);
    subscriptions += 1;
    return () => {
      subscriptions -= 1;
      end();
    };
  };
  element = document.createElement('div');
  document.body.replaceChildren(element);
});

test('the page is there at once, with a heading that takes the focus, rendered by React 18', () => {
  mount(element, store, onError);
  const heading = element.querySelector('h1');
  expect(heading.textContent).toBe('With React 18.3.1');
  heading.focus();
  expect(document.activeElement).toBe(heading);
});

test('the page follows the shop’s cart, and adds to it with a message', async () => {
  mount(element, store, onError);
  await vi.waitFor(() => expect(element.textContent).toContain('Asha, your cart has 0 products.'));
  element.querySelector('button').click();
  await vi.waitFor(() => expect(element.textContent).toContain('Asha, your cart has 1 product.'));
  const link = { text: 'View cart', path: '/cart/' };
  expect(shop.success.mock.calls).toEqual([['1 added to cart', link]]);
  store.set(shop.cart, []);
  await vi.waitFor(() => expect(element.textContent).toContain('Asha, your cart has 0 products.'));
});

test('a link opens a page of the shop, unless a key asks for another tab', () => {
  mount(element, store, onError);
  const press = (options) => {
    const event = new MouseEvent('click', { bubbles: true, cancelable: true, ...options });
    element.querySelector('a').dispatchEvent(event);
    return event.defaultPrevented;
  };
  expect(press({ ctrlKey: true })).toBe(false);
  expect(shop.navigate).not.toHaveBeenCalled();
  expect(press({})).toBe(true);
  expect(shop.navigate.mock.calls).toEqual([['/product/shirt']]);
});

test('an error that the page throws while it renders is reported, and removes the page', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  mount(element, store, onError);
  const torn = new Error('torn');
  store.set(shop.cart, {
    get length() {
      throw torn;
    },
    some: () => false,
  });
  await vi.waitFor(() => expect(onError.mock.calls).toEqual([[torn]]));
  expect(element.textContent).toBe('');
});

test('nothing follows the store after the page is removed', async () => {
  const unmount = mount(element, store, onError);
  await vi.waitFor(() => expect(subscriptions).toBeGreaterThan(0));
  unmount();
  await vi.waitFor(() => expect(subscriptions).toBe(0));
  expect(element.childNodes).toHaveLength(0);
});
