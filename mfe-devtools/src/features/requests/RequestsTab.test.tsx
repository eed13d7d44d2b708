import type { CallRecord, Inspection } from '@patchwork/devtools-bridge';
import { startMock } from '@patchwork/mock-server';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { afterEach, expect, test, vi } from 'vitest';
import { openPage } from '../../test-support.tsx';
import { RequestsTab } from './RequestsTab.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const products: CallRecord = {
  id: 1,
  name: 'listProducts',
  method: 'GET',
  url: '/api/products',
  initiator: 'mfe-catalog',
  startedAt: 0,
  requestHeaders: { accept: 'application/json' },
  requestBody: undefined,
  outcome: {
    kind: 'responded',
    status: 200,
    statusText: 'OK',
    headers: { 'content-type': 'application/json' },
    data: { products: [{ title: 'Indigo Overshirt' }] },
    duration: 412.4,
  },
};

const cart: CallRecord = {
  ...products,
  id: 2,
  name: 'addToCart',
  method: 'POST',
  url: 'https://api.example/api/user/cart',
  initiator: 'mfe-checkout',
  requestHeaders: { authorization: 'token-of-asha', 'content-type': 'application/json' },
  requestBody: { product: { _id: 'overshirt' } },
  outcome: {
    kind: 'responded',
    status: 500,
    statusText: 'Internal Server Error',
    headers: {},
    data: { error: { message: 'The shop is shut.' } },
    duration: 40,
  },
};

const pending: CallRecord = { ...products, id: 3, outcome: undefined };

function openTab(calls: readonly CallRecord[], parts: Partial<Inspection> = {}) {
  const page = openPage({ calls, parts });
  const router = createMemoryRouter([
    { path: '/', element: <RequestsTab inspection={page.inspection} /> },
    { path: '*', element: <p>elsewhere</p> },
  ]);
  render(
    <Provider store={page.inspection.store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { ...page, router, user: userEvent.setup() };
}

const rows = () =>
  within(screen.getByRole('list', { name: /^Calls of the shop/ })).queryAllByRole('button');
const detail = () => within(screen.getByRole('region', { name: 'Chosen call' }));

test('a call is listed as soon as it is sent, and shows how it ended', () => {
  const { showCalls } = openTab([]);
  expect(screen.getByText('The shop has not called its API yet.')).toBeTruthy();
  act(() => showCalls([pending]));
  expect(rows()[0]?.textContent).toMatch(/GET \/api\/products Pending mfe-catalog/);
  act(() => showCalls([{ ...pending, outcome: products.outcome }]));
  expect(rows()[0]?.textContent).toMatch(/200 mfe-catalog 412\sms/);
});

test('a call without a response says so', async () => {
  const outcome = { kind: 'failed', message: 'Network Error', duration: 9 } as const;
  const { user } = openTab([{ ...products, outcome }]);
  await user.click(screen.getByRole('button', { name: /No response/ }));
  expect(detail().getByText('Network Error')).toBeTruthy();
});

test('the list is filtered by words and by failure, and cleared', async () => {
  const { user } = openTab([products, cart, pending]);
  const field = screen.getByRole('searchbox', { name: 'Filter calls' });
  await user.type(field, 'post CHECKOUT');
  await vi.waitFor(() => expect(rows()).toHaveLength(1));
  await user.clear(field);
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }));
  expect(rows().map(({ textContent }) => textContent)).toEqual([expect.stringContaining('500')]);
  await user.type(field, 'categories');
  expect(await screen.findByText('None of 3 calls fits the filter.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('The shop has not called its API yet.')).toBeTruthy();
});

test('a chosen call shows its request and response, and its token only after a click', async () => {
  const { user } = openTab([products, cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  expect(detail().getByText('500 Internal Server Error')).toBeTruthy();
  expect(detail().getByText('"overshirt"')).toBeTruthy();
  expect(detail().getByText('"The shop is shut."')).toBeTruthy();
  expect(detail().queryByText('token-of-asha')).toBeNull();
  await user.click(detail().getByRole('button', { name: 'Show authorization' }));
  expect(detail().getByText('token-of-asha')).toBeTruthy();
});

test('the tester opens with the call, without its token', async () => {
  const { user, router } = openTab([cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  await user.click(detail().getByRole('link', { name: 'Open in the tester' }));
  const { pathname, search } = router.state.location;
  expect(pathname).toBe('/mockman');
  expect(new URLSearchParams(search).get('endpoint')).toBe(cart.url);
  expect(JSON.parse(new URLSearchParams(search).get('body') ?? '')).toEqual(cart.requestBody);
  expect(search).not.toContain('token-of-asha');
});

test('a call is copied as it was sent, as a command or as code', async () => {
  const { user } = openTab([cart, products]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  await user.click(detail().getByRole('button', { name: 'Copy as cURL' }));
  expect(await navigator.clipboard.readText()).toBe(
    [
      "curl --globoff --request POST 'https://api.example/api/user/cart'",
      "--header 'authorization: token-of-asha'",
      "--header 'content-type: application/json'",
      `--data-raw '{"product":{"_id":"overshirt"}}'`,
    ].join(' \\\n  '),
  );
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Copy as fetch' }));
  const copied = await navigator.clipboard.readText();
  expect(copied).toContain(`fetch("${new URL('/api/products', location.href).href}"`);
  expect(copied).not.toContain('"body"');
});

test('a call gets a response of one’s own from then on, which begins as the one that was recorded', async () => {
  const control = await (await startMock({ delay: 0 })).openControl();
  const { user } = openTab([products], { mock: startMock });
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Respond yourself' }));
  const form = within(await detail().findByRole('form', { name: 'Your own response' }));
  expect(form.getByRole<HTMLInputElement>('textbox', { name: /^Path/ }).value).toBe(
    '/api/products',
  );
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await detail().findByText(/gets your response now/)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Respond yourself');
  const response = await fetch('/api/products');
  expect(await response.json()).toEqual({ products: [{ title: 'Indigo Overshirt' }] });
  expect(control.read().settings.responses).toHaveLength(1);
  (await startMock()).shutdown();
});

test('a replay sends the same request and shows the new response beside the first', async () => {
  const fetched = vi.fn(async () => new Response('{"cart":[]}', { status: 201 }));
  vi.stubGlobal('fetch', fetched);
  const { user } = openTab([cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  await user.click(detail().getByRole('button', { name: 'Replay' }));
  const replayed = within(await screen.findByRole('region', { name: 'Replayed' }));
  expect(await replayed.findByText(/^201/)).toBeTruthy();
  expect(within(screen.getByRole('region', { name: 'Response' })).getByText(/^500/)).toBeTruthy();
  expect(fetched).toHaveBeenCalledWith(cart.url, {
    method: 'POST',
    headers: cart.requestHeaders,
    body: JSON.stringify(cart.requestBody),
  });
});

test('a replay without a response says why', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const { user } = openTab([products]);
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Replay' }));
  expect(await screen.findByText('Failed to fetch')).toBeTruthy();
});

test('the list is one stop of the Tab key, and arrows move within it', async () => {
  const { user } = openTab([products, cart, pending]);
  rows()[2]?.focus();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(rows()[0]);
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([rows()[0]]);
  await user.keyboard('{Enter}');
  expect(detail().getByRole('heading', { name: 'GET /api/products' })).toBeTruthy();
});

test('new calls change neither the focus nor the chosen call', async () => {
  const { user, showCalls } = openTab([products]);
  await user.click(screen.getByRole('button', { name: /GET/ }));
  rows()[0]?.focus();
  act(() => showCalls([products, cart]));
  expect(rows()).toHaveLength(2);
  expect(document.activeElement).toBe(rows()[0]);
  expect(detail().getByRole('heading', { name: 'GET /api/products' })).toBeTruthy();
});

test('closing a call returns the focus to its row at once', async () => {
  const { user } = openTab([products, cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  const close = detail().getByRole('button', { name: 'Close' });
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement).toBe(rows()[1]);
  expect(screen.queryByRole('region', { name: 'Chosen call' })).toBeNull();
});
