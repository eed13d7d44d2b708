import { anAddress, aProduct, asha } from '@patchwork/domain/testing';
import {
  type HostileText,
  hostileAddresses,
  hostileDocuments,
  isPolluted,
  isUnicode,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/host/hostile-data';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { encodeAddress } from './addresses.ts';
import { type EndpointName, endpoints } from './endpoints.ts';
import { describeError, statusError } from './errors.ts';
import { encodeProduct } from './product.ts';
import { pathFor } from './request.ts';

const texts: readonly HostileText[] = [
  ...scriptInjections,
  ...hostileAddresses,
  ...oddTexts,
  ...prototypeNames.map((name): HostileText => [name, name]),
];

const product = encodeProduct(aProduct());
const line = { ...product, qty: 1 };
const address = encodeAddress(anAddress);
const placedAt = '2026-11-22T10:00:00Z';
const bought = { lines: [line], total: 899, address };
const order = {
  ...{ _id: 'order_1', number: 'PW-7K3M-X9Q2', placedAt, paymentReference: 'pay_1' },
  ...{ events: [], returnUntil: null, ...bought },
};
const checkout = {
  ...{ key: 'b0a7f1a2-8f4f-4c43-9a52-6d5b8b1f0c11', status: 'paid', openedAt: placedAt },
  ...{ expiresAt: placedAt, payment: { provider: 'simulator', orderId: 'order_1' }, ...bought },
};

const answers: Partial<Record<EndpointName, object>> = {
  listProducts: { products: [product] },
  queryProducts: {
    products: [product],
    next: 'x',
    explanation: { mostRestrictive: null, relaxations: [], cheapestAbove: product },
  },
  listCategories: {
    categories: [{ _id: 'men', categoryName: 'Men', description: '', image: '/men.svg' }],
  },
  login: { foundUser: asha.user, encodedToken: 'a.b.c' },
  getCart: { cart: [line] },
  listAddresses: { addresses: [address] },
  listOrders: { orders: [order], nextCursor: null },
  settleCheckout: { checkout, order },
};
const calls = Object.entries(answers) as [EndpointName, object][];

beforeEach(() => {
  // An entry of a list that can't be read is left out and reported.
  vi.spyOn(console, 'error').mockReturnValue();
});

test.each(calls)('%s has a response that its schema accepts', (name, answer) => {
  expect(v.safeParse(endpoints[name].response, answer).success).toBe(true);
  expect(console.error).not.toHaveBeenCalled();
});

test.each(calls)('%s: no text in any field makes parsing throw', (name, answer) => {
  let count = 0;
  for (const { document } of hostileDocuments(answer, texts)) {
    const parsed = v.safeParse(endpoints[name].response, document);
    // Entries that are read are complete: one that lacks a field is left out.
    if (parsed.success) expect(Object.keys(parsed.output).length).toBeGreaterThan(0);
    else expect(parsed.issues.length).toBeGreaterThan(0);
    count += 1;
  }
  expect(count).toBeGreaterThanOrEqual(texts.length * 2);
});

test('texts of a product arrive unchanged: only the code that displays them may change them', () => {
  for (const [title, text] of texts) {
    const answer = { products: [{ ...product, title: text, description: text, image: text }] };
    const { products } = v.parse(endpoints.listProducts.response, answer);
    expect(products, title).toMatchObject([{ title: text, description: text, image: text }]);
  }
});

test.each(calls)('%s: no response pollutes a prototype', (name, answer) => {
  for (const [title, json] of pollutedDocuments(answer)) {
    const parsed = v.safeParse(endpoints[name].response, JSON.parse(json));
    expect(isPolluted(parsed.output), title).toBe(false);
  }
});

test('an error of the server is one text, whatever it contains', () => {
  for (const [title, text] of texts) {
    const shown = describeError(statusError(422, { errors: [text] }));
    expect(shown, title).toBe(text.trim() || 'Something went wrong in the shop. Please try again.');
  }
  for (const [title, json] of pollutedDocuments({ errors: [{}], error: { message: {} } })) {
    expect(isPolluted(statusError(500, JSON.parse(json))), title).toBe(false);
  }
});

test('an id never leads to a path other than its endpoint’s', () => {
  // Text that is no Unicode can't be written into an address: a call with such an id fails, and sends nothing.
  const written = texts.filter(([, text]) => isUnicode(text));
  for (const [title, text] of written) {
    const url = new URL(pathFor(endpoints.getProduct, { productId: text }), 'https://shop.example');
    expect(url.origin, title).toBe('https://shop.example');
    expect(url.search + url.hash, title).toBe('');
    if (/^\.{1,2}$/.test(text)) continue;
    expect(url.pathname.startsWith('/api/products/'), title).toBe(true);
  }
});
