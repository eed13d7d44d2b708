import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import type { CallRecord, Inspection } from '@patchwork/kit/devtools';
import { startMock } from '@patchwork/mock-server';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import * as v from 'valibot';
import { expect, test, vi } from 'vitest';
import { account, catalog, openPage } from '../../test-support.tsx';
import { createHar } from './har.ts';
import { harFormat } from './har-format.ts';
import { RequestsTab } from './RequestsTab.tsx';
import { endOf, type FileRecord, filesOf, placeOnTimeline } from './timeline.ts';

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

test('a call is listed as soon as it is sent, and shows its outcome', () => {
  const { showCalls } = openTab([]);
  expect(screen.getByText('The shop has not called its API yet.')).toBeTruthy();
  act(() => showCalls([pending]));
  expect(rows()[0]?.textContent).toMatch(/GET \/api\/products Pending mfe-catalog/);
  act(() => showCalls([{ ...pending, outcome: products.outcome }]));
  expect(rows()[0]?.textContent).toMatch(/200 mfe-catalog 412\sms/);
});

test('a call without a response shows that', async () => {
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
  expect(await screen.findByText('None of 3 entries fits the filter.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('The shop has not called its API yet.')).toBeTruthy();
});

/** Creates a resource timing entry. Times are in milliseconds from the page's start. */
const fetched = (name: string, startTime: number, duration: number, more = {}) => ({
  name: new URL(name, location.href).href,
  startTime,
  duration,
  responseStart: startTime + 10,
  responseStatus: 200,
  transferSize: 1200,
  encodedBodySize: 900,
  decodedBodySize: 3000,
  nextHopProtocol: 'h2',
  ...more,
});

const module = `${catalog.entry.replace('remoteEntry', 'list')}`;
const timings = [
  fetched('/static/js/index.js', 0, 40),
  fetched(module, 100, 50, { transferSize: 0 }),
  fetched('https://account.example/2.0.0/remoteEntry.js', 120, 30, { responseStatus: 404 }),
  fetched('/images/raincoat.svg', 130, 10),
  fetched('https://elsewhere.example/analytics.js', 130, 10),
];

function openTimeline() {
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(timings as never);
  const startedAt = performance.timeOrigin + 60;
  return openTab([
    { ...products, startedAt },
    { ...cart, startedAt: startedAt + 60_000 },
  ]);
}

const entries = () =>
  within(screen.getByRole('list', { name: /^Calls of the shop/ }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent);

test('the shop’s files are listed among the calls, with the remote that they belong to', async () => {
  const { user } = openTimeline();
  expect(entries()).toEqual([
    expect.stringMatching(/^Script \/static\/js\/index.js 1.2 kB shell 40\sms/),
    expect.stringMatching(/^GET \/api\/products 200/),
    expect.stringMatching(/list.js from cache mfe-catalog 50\sms/),
    expect.stringMatching(/remoteEntry.js 404 mfe-account/),
    expect.stringMatching(/^POST/),
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Failed only' }));
  expect(entries()).toHaveLength(2);
  await user.click(screen.getByRole('checkbox', { name: 'Files' }));
  expect(entries()).toHaveLength(1);
  await user.click(screen.getByRole('checkbox', { name: 'Files' }));
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  expect(await screen.findByText('The shop has not called its API yet.')).toBeTruthy();
});

test.each([
  ['/api/products', ''],
  ['/api/user/wishlist/64f1c0ffee', '/64f1c0ffee'],
  ['/remotes/mfe-catalog/1.2.0/static/js/Home.2f9a.js', '/Home.2f9a.js'],
  ['/api/products/search?text=indigo%20overshirt&sort=price', '%20overshirt&sort=price'.slice(-22)],
])('of the path %s the end %s stays readable', (path, end) => {
  expect(endOf(path)).toBe(end);
});

test('bars show when each request began and ended, and a minute of idle time is shortened', () => {
  const file = { ...filesOf(timings as never, { remotes: [catalog] })[0], startedAt: 0 };
  const calls = [products, { ...cart, startedAt: 60_000 }, file as FileRecord];
  const placed = placeOnTimeline(calls).map(({ entry, start, length }) => [
    'url' in entry && entry.url,
    Math.round(start * 952.4),
    Math.round(length * 952.4),
  ]);
  expect(placed).toEqual([
    ['/api/products', 0, 412],
    [file.url, 0, 40],
    ['https://api.example/api/user/cart', 912, 40],
  ]);
});

test('calls and files are saved as a valid HAR file, without tokens and passwords', async () => {
  const login = {
    ...cart,
    requestBody: { user: { password: 'needle' } },
    outcome: { ...products.outcome, data: { encodedToken: 'thread' } },
  } as CallRecord;
  const files = filesOf(timings as never, { remotes: [catalog, account] });
  const failed = { kind: 'failed', message: 'Network Error', duration: 9 } as const;
  const { log } = createHar([products, login, pending, { ...pending, outcome: failed }, ...files]);
  expect(v.safeParse(harFormat, { log }).issues ?? []).toEqual([]);
  expect(JSON.stringify(log)).not.toMatch(/token-of-asha|needle|thread/);
  const [listed, sent, , lost, script] = log.entries;
  expect(listed).toMatchObject({
    time: 412.4,
    request: { method: 'GET', url: new URL('/api/products', location.href).href },
    response: { status: 200, content: { text: '{"products":[{"title":"Indigo Overshirt"}]}' } },
    comment: 'By mfe-catalog',
  });
  expect(sent?.request).toMatchObject({
    headers: [
      { name: 'authorization', value: '' },
      { name: 'content-type', value: 'application/json' },
    ],
    postData: { text: '{"user":{"password":""}}' },
  });
  expect(lost?.response).toMatchObject({ status: 0, comment: 'Network Error' });
  expect(script).toMatchObject({ timings: { wait: 10, receive: 30 }, comment: 'By shell' });
});

test('a HAR file has no secret of an address, a header or a body', () => {
  const call = {
    ...cart,
    url: 'https://api.example/api/x?access_token=S1&a=1',
    requestHeaders: { 'X-API-Key': 'S2', Referer: 'https://a.example/?token=S3&b=2' },
    requestBody: { client_secret: 'S4', id: 7 },
    outcome: {
      ...products.outcome,
      headers: {
        'content-type': 'text/plain',
        location: '/cb?code_verifier=S5',
        'set-cookie': 'S6',
      },
      data: 'a secret: S7',
    },
  } as CallRecord;
  const [made] = createHar([call]).log.entries;
  expect(JSON.stringify(made)).not.toMatch(/S\d/);
  expect(made?.request).toMatchObject({
    url: 'https://api.example/api/x?access_token=&a=1',
    queryString: [
      { name: 'access_token', value: '' },
      { name: 'a', value: '1' },
    ],
    postData: { text: '{"client_secret":"","id":7}' },
  });
});

test('a chosen call shows its request and response, and its token only after a click', async () => {
  const { user } = openTab([products, cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  expect(detail().getByText('500 Internal Server Error')).toBeTruthy();
  expect(await detail().findByText('"overshirt"')).toBeTruthy();
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

test('a call can be given an own response, which starts as the recorded one and applies from then on', async () => {
  const control = await (await startMock({ delay: 0 })).openControl();
  const { user } = openTab([products], { mock: startMock });
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Respond yourself' }));
  const form = within(await detail().findByRole('form', { name: 'Your own response' }));
  const response = form.getByRole<HTMLTextAreaElement>('textbox').value;
  expect(JSON.parse(response)).toMatchObject({ path: '/api/products', status: 200 });
  await user.click(form.getByRole('button', { name: 'Save' }));
  expect(await detail().findByText(/gets your response now/)).toBeTruthy();
  expect(document.activeElement?.textContent).toBe('Respond yourself');
  const fetched = await fetch('/api/products');
  expect(await fetched.json()).toEqual({ products: [{ title: 'Indigo Overshirt' }] });
  expect(control.read().settings.responses).toHaveLength(1);
  (await startMock()).shutdown();
});

test('if the mock cannot be started, the button for an own response says why', async () => {
  const { user } = openTab([products], { mock: () => Promise.reject(new Error('no mock here')) });
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Respond yourself' }));
  expect(await detail().findByText('Error: no mock here')).toBeDefined();
  expect(detail().queryByRole('form')).toBeNull();
});

test('a replay sends the same request and shows the new response beside the original one', async () => {
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

test('a replay without a response shows the reason', async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')));
  const { user } = openTab([products]);
  await user.click(screen.getByRole('button', { name: /GET/ }));
  await user.click(detail().getByRole('button', { name: 'Replay' }));
  expect(await screen.findByText('Failed to fetch')).toBeTruthy();
});

test('the list is one tab stop, and arrow keys move within it', async () => {
  const { user } = openTab([products, cart, pending]);
  rows()[2]?.focus();
  await user.keyboard('{ArrowUp}{ArrowUp}{ArrowUp}');
  expect(document.activeElement).toBe(rows()[0]);
  expect(rows().filter(({ tabIndex }) => tabIndex === 0)).toEqual([rows()[0]]);
  await user.keyboard('{Enter}');
  expect(detail().getByRole('heading', { name: 'GET /api/products' })).toBeTruthy();
});

test('new calls change neither the focus nor the selected call', async () => {
  const { user, showCalls } = openTab([products]);
  await user.click(screen.getByRole('button', { name: /GET/ }));
  rows()[0]?.focus();
  act(() => showCalls([products, cart]));
  expect(rows()).toHaveLength(2);
  expect(document.activeElement).toBe(rows()[0]);
  expect(detail().getByRole('heading', { name: 'GET /api/products' })).toBeTruthy();
});

test('closing a call immediately returns the focus to its row', async () => {
  const { user } = openTab([products, cart]);
  await user.click(screen.getByRole('button', { name: /POST/ }));
  const close = detail().getByRole('button', { name: 'Close' });
  close.focus();
  fireEvent.click(close);
  expect(document.activeElement).toBe(rows()[1]);
  expect(screen.queryByRole('region', { name: 'Chosen call' })).toBeNull();
});
