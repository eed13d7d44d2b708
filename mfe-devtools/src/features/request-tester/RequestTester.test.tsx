import { type Endpoint, endpointNames, endpoints } from '@patchwork/api';
import { ok } from '@patchwork/domain';
import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { startMock } from '@patchwork/mock-server';
import { useLocation } from '@patchwork/shop';
import { asIs, mockApi } from '@patchwork/shop/api';
import { render, screen, waitFor, within } from '@testing-library/react';
import { createStore, Provider, useAtomValue } from 'jotai';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { draftAtom, draftQuery, firstDraft } from '../../draft.ts';
import { useLinkedDraft } from './RequestTester.tsx';
import { ImportWorker, leave, openTester } from './test-support.tsx';
import { fillExampleAtom } from './tester.ts';

afterEach(leave);

const endpoint = () => screen.getByPlaceholderText<HTMLInputElement>('Enter your endpoint');
const method = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Method' });
const body = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Body:' });
const use = (place: number) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Use header ${place}` });
const name = (place: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Name of header ${place}` });
const value = (place: number) =>
  screen.getByRole<HTMLInputElement>('textbox', { name: `Value of header ${place}` });
const headerRows = () => screen.getAllByRole('checkbox', { name: /^Use header/ }).length;

test('at first the form has a GET request with no endpoint, an Accept row, a blank row and the body {}', async () => {
  await openTester();
  expect(screen.getByRole('heading', { level: 1, name: 'Request tester' })).toBeDefined();
  const methods = [...method().options].map(({ text }) => text);
  expect(methods).toEqual(['GET', 'POST', 'DELETE', 'PUT', 'PATCH']);
  expect(method().value).toBe('GET');
  expect(endpoint().value).toBe('');
  expect(screen.getByRole('button', { name: 'Submit' })).toBeDefined();
  expect(headerRows()).toBe(2);
  expect([use(1).checked, name(1).value, value(1).value]).toEqual([true, 'Accept', '*/*']);
  expect([use(2).checked, name(2).value, value(2).value]).toEqual([false, '', '']);
  expect(body().value).toBe('{}');
  expect(screen.queryByText('Error in JSON format')).toBeNull();
  const panel = screen.getByRole('region', { name: 'Response' });
  expect(within(panel).getByText('Response is undefined.')).toBeDefined();
});

test('a checkbox enables or disables its row, and the title counts the enabled ones', async () => {
  const { user } = await openTester();
  expect(screen.getByRole('group', { name: 'Headers (1)' })).toBeDefined();
  await user.click(use(1));
  expect(use(1).checked).toBe(false);
  expect(screen.getByRole('group', { name: 'Headers (0)' })).toBeDefined();
  await user.click(use(1));
  expect(use(1).checked).toBe(true);
});

test.each([
  ['name', name],
  ['value', value],
])('typing a %s in the last row appends an empty disabled row', async (_, field) => {
  const { user } = await openTester();
  await user.type(field(1), 'x');
  expect(headerRows()).toBe(2);
  await user.type(field(2), 'ab');
  expect(headerRows()).toBe(3);
  expect(use(2).checked).toBe(false);
  expect([use(3).checked, name(3).value, value(3).value]).toEqual([false, '', '']);
});

test('an empty body is stored and shows the error; invalid JSON shows it and is not stored', async () => {
  const { store, user } = await openTester();
  await user.clear(body());
  expect(screen.getByText('Error in JSON format')).toBeDefined();
  expect(store.get(draftAtom).body).toBe('');
  await user.click(body());
  await user.paste('{\n  "a": 1,\n}');
  expect(screen.getByText('Error in JSON format')).toBeDefined();
  expect(body().getAttribute('aria-invalid')).toBe('true');
  expect(store.get(draftAtom).body).toBe('');
});

test('valid JSON is stored and clears the error', async () => {
  const { store, user } = await openTester();
  await user.click(body());
  await user.keyboard('{Backspace}');
  expect(screen.getByText('Error in JSON format')).toBeDefined();
  expect(store.get(draftAtom).body).toBe('{}');
  await user.keyboard('"a":1}');
  expect(screen.queryByText('Error in JSON format')).toBeNull();
  expect(store.get(draftAtom).body).toBe('{"a":1}');
});

test('the form says that a browser sends no body with GET, if there is one', async () => {
  const { user } = await openTester();
  const hint = () => screen.queryByText('A browser sends no body with GET.');
  expect(hint()).toBeNull();
  await user.click(body());
  await user.keyboard('{Backspace}"a":1}');
  expect(hint()).not.toBeNull();
  await user.selectOptions(method(), 'POST');
  expect(hint()).toBeNull();
});

test('a link fills the draft, and the draft is removed from the address', async () => {
  const { router, store } = await openTester({
    search: '?mock=slow&method=delete&endpoint=/api/test-todos&body=%7B%22a%22',
  });
  expect(method().value).toBe('DELETE');
  expect(endpoint().value).toBe('/api/test-todos');
  expect(body().value).toBe('{"a"');
  expect(store.get(draftAtom).body).toBe('{}');
  expect(router.state.location.search).toBe('?mock=slow');
});

test('the form asks for a secret that a link left empty', async () => {
  const link = draftQuery({ ...firstDraft, method: 'POST', body: '{"password":"needle"}' });
  const { user } = await openTester({ search: link });
  const hint = () => screen.queryByText('Empty: password. Fill it in, then submit.');
  expect(hint()).not.toBeNull();
  await user.type(body(), '{ArrowLeft}{ArrowLeft}x');
  expect(body().value).toBe('{"password":"x"}');
  expect(hint()).toBeNull();
});

test('every call of the API is listed with its path and access', async () => {
  await openTester();
  const table = screen.getByRole('table', { name: 'Known endpoints' });
  const rows = within(table)
    .getAllByRole('button')
    .map((button) => button.closest('tr'));
  expect(rows).toHaveLength(Object.keys(endpoints).length);
  const shown = rows.map((row) =>
    [...(row?.children ?? [])].slice(0, 3).map((cell) => cell.textContent),
  );
  expect(shown).toContainEqual(['GET', '/api/products/:productId', 'Anyone']);
  expect(shown).toContainEqual(['DELETE', '/api/user/cart/:productId', 'Logged-in shoppers']);
});

test('the list of endpoints is in groups, and found by words of method, path and caller', async () => {
  const { user } = await openTester();
  const table = () => within(screen.getByRole('table', { name: 'Known endpoints' }));
  const groups = () =>
    table()
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
  expect(groups()).toContain('/api/user/cart');
  const total = Object.keys(endpoints).length;
  expect(screen.getByText(`${total} endpoints`).getAttribute('role')).toBe('status');
  await user.click(screen.getByRole('searchbox', { name: 'Find an endpoint' }));
  await user.keyboard('cart DELETE');
  expect(groups()).toEqual(['/api/user/cart', '/api/user/cart/:productId']);
  expect(screen.getByText(`1 of ${total} endpoints`)).toBeDefined();
  await user.tab();
  await user.keyboard('{Enter}');
  expect([method().value, document.activeElement]).toEqual(['DELETE', endpoint()]);
  await user.type(screen.getByRole('searchbox', { name: 'Find an endpoint' }), ' no such');
  expect(screen.queryByRole('table', { name: 'Known endpoints' })).toBeNull();
  expect(screen.getByText(`0 of ${total} endpoints`)).toBeDefined();
});

test('selecting a call fills the form and focuses the endpoint, and the headers stay', async () => {
  const { user } = await openTester();
  await user.type(name(2), 'X-Mine');
  await user.click(screen.getByRole('button', { name: 'Use POST /api/auth/login' }));
  expect([method().value, endpoint().value]).toEqual(['POST', '/api/auth/login']);
  expect(JSON.parse(body().value)).toMatchObject({ email: 'asha@patchwork.example' });
  expect(name(2).value).toBe('X-Mine');
  expect(document.activeElement).toBe(endpoint());
});

describe('an import', () => {
  const field = () => screen.getByRole('textbox', { name: /^A cURL command/ });
  const button = () => screen.getByRole('button', { name: 'Import' });
  const har = JSON.stringify({
    log: {
      entries: ['PUT', 'PATCH', 'TRACE'].map((name) => ({
        request: { method: name, url: `https://a.example/${name}` },
      })),
    },
  });

  beforeEach(() => {
    vi.stubGlobal('Worker', ImportWorker);
    return () => vi.unstubAllGlobals();
  });

  async function openImport() {
    const opened = await openTester();
    await opened.user.click(screen.getByText('Import requests'));
    await screen.findByRole('form', { name: 'Import' });
    return opened;
  }

  test('of a cURL command fills the form, which gets the focus', async () => {
    const { user } = await openImport();
    await user.click(field());
    await user.paste(`curl -X PUT https://a.example/1 -H 'X-Mine: 1' -d '{"a":1}'`);
    await user.click(button());
    await waitFor(() => expect(document.activeElement).toBe(endpoint()));
    expect([method().value, endpoint().value]).toEqual(['PUT', 'https://a.example/1']);
    expect([name(1).value, value(1).value, body().value]).toEqual(['X-Mine', '1', '{"a":1}']);
  });

  test('of a file with several requests lists them and shows how many are left out', async () => {
    const { user } = await openImport();
    await user.upload(screen.getByLabelText('Import a file'), new File([har], 'shop.har'));
    expect(
      await screen.findByText('2 requests found, and 1 that the tester can’t send.'),
    ).toBeDefined();
    expect(endpoint().value).toBe('');
    await user.click(screen.getByRole('button', { name: 'Use PATCH https://a.example/PATCH' }));
    expect([method().value, endpoint().value]).toEqual(['PATCH', 'https://a.example/PATCH']);
    await user.upload(screen.getByLabelText('Import a file'), new File(['{}'], 'other.har'));
    await waitFor(() => expect(screen.queryByText(/requests found/)).toBeNull());
  });

  test('names what it could not take over, beside the request', async () => {
    const { user } = await openImport();
    await user.click(field());
    await user.paste('curl -k https://a.example/1 -o a; curl https://a.example/2 | jq .');
    await user.click(button());
    const row = (await screen.findByText(/^\| jq \./)).closest('tr');
    expect(row?.textContent).toContain('https://a.example/2');
    expect(screen.getAllByText(/^-[ko]: /)).toHaveLength(2);
  });

  test('of one request with something that could not be taken over stays in sight', async () => {
    const { user } = await openImport();
    await user.click(field());
    await user.paste('curl -o out.json https://a.example/1');
    await user.click(button());
    await screen.findByText('1 request found. The form has it, but:');
    expect(screen.getByText(/^-o: /)).toBeDefined();
    expect(endpoint().value).toBe('https://a.example/1');
    expect(document.activeElement).toBe(button());
  });

  test('of thousands of requests shows the first hundred, and finds the others', async () => {
    const { user } = await openImport();
    const entries = Array.from({ length: 3_000 }, (_, index) => ({
      request: { method: 'GET', url: `https://a.example/item-${index}` },
    }));
    const many = JSON.stringify({ log: { entries } });
    await user.upload(screen.getByLabelText('Import a file'), new File([many], 'shop.har'));
    await screen.findByText('3000 requests found.');
    const rows = () => screen.getAllByRole('button', { name: /^Use GET https:\/\/a/ });
    expect(rows()).toHaveLength(100);
    await user.click(screen.getByRole('button', { name: 'Show 100 more of 3000' }));
    expect(rows()).toHaveLength(200);
    await user.type(screen.getByRole('searchbox', { name: 'Find a request' }), 'get item-2999');
    expect(rows()).toHaveLength(1);
  });

  test('shows its progress, and Cancel ends it', async () => {
    const workers: ImportWorker[] = [];
    class StuckWorker extends ImportWorker {
      override postMessage() {
        workers.push(this);
        const data = { kind: 'progress', index: 300, total: 3_200 };
        this.dispatchEvent(new MessageEvent('message', { data }));
      }
    }
    vi.stubGlobal('Worker', StuckWorker);
    const { user } = await openImport();
    await user.upload(screen.getByLabelText('Import a file'), new File([har], 'shop.har'));
    expect(await screen.findByText('300 of 3,200 requests')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
    expect(workers.map(({ isTerminated }) => isTerminated)).toEqual([true]);
    expect(document.activeElement).toBe(button());
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('of an unreadable file is reported', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { user } = await openImport();
    const removed = new File([har], 'shop.har');
    removed.arrayBuffer = () => Promise.reject(new DOMException('removed', 'NotFoundError'));
    await user.upload(screen.getByLabelText('Import a file'), removed);
    expect(await screen.findByText(/^It can’t be read just now/)).toBeDefined();
  });

  test('of anything else gives the reason and changes nothing', async () => {
    const { store, user } = await openImport();
    const before = store.get(draftAtom);
    await user.click(field());
    await user.paste('curl -s');
    await user.click(button());
    const message = await screen.findByText(/no address. Nothing was changed./);
    expect(message.getAttribute('role')).toBe('alert');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(store.get(draftAtom)).toBe(before);
  });
});

test('without a session, there is no token to use, and the page says so', async () => {
  await openTester();
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Use my session token' });
  expect(button.disabled).toBe(true);
  expect(screen.getByText(/^Log in to the shop first/).id).toBe(
    button.getAttribute('aria-describedby'),
  );
});

test('the session’s token fills the authorization header', async () => {
  const { user } = await openTester({ isLoggedIn: true });
  await user.click(screen.getByRole('button', { name: 'Use my session token' }));
  expect([use(2).checked, name(2).value]).toEqual([true, 'authorization']);
  expect(value(2).value.split('.')).toHaveLength(3);
  expect(headerRows()).toBe(3);
});

test('for another origin, the form warns that Submit would send the token there', async () => {
  const { user } = await openTester({
    isLoggedIn: true,
    search: '?endpoint=https://elsewhere.example/a',
  });
  expect(screen.getByText(/^This address is outside of the shop/)).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Use my session token' }));
  expect(
    screen.getByText('Submit would send your session token to https://elsewhere.example.'),
  ).toBeDefined();
});

test('a row reports a header that can’t be sent, and one that the browser drops', async () => {
  const { user } = await openTester();
  await user.type(name(2), 'X Y');
  await user.click(use(2));
  expect(screen.getByText('A space is not allowed in a header’s name.')).toBeDefined();
  await user.clear(name(2));
  await user.type(name(2), 'Cookie');
  expect(screen.getByText('The browser sets Cookie itself, and leaves yours out.')).toBeDefined();
});

test('the endpoints are downloaded as an OpenAPI document', async () => {
  const blobs: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    blobs.push(blob as Blob);
    return 'blob:openapi';
  });
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  const { user } = await openTester();
  await user.click(screen.getByRole('button', { name: 'Download as OpenAPI' }));
  await waitFor(() => expect(saved).toEqual(['openapi.json']));
  const { openapi, paths } = JSON.parse((await blobs[0]?.text()) ?? '');
  expect(openapi).toBe('3.1.0');
  expect(Object.values(paths).flatMap((path) => Object.values(Object(path)))).toHaveLength(
    endpointNames.length,
  );
});

test('an OpenAPI document that can’t be created causes an error message', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    throw new Error('torn seam');
  });
  const { user } = await openTester();
  await user.click(screen.getByRole('button', { name: 'Download as OpenAPI' }));
  const message = await screen.findByText(/can’t be made.*load the page again/);
  expect(message.getAttribute('role')).toBe('alert');
});

test('an example contains the ids and the body that its endpoint needs', () => {
  const store = createStore();
  for (const name of endpointNames) {
    const { body }: Endpoint = endpoints[name];
    store.set(fillExampleAtom, name);
    const example = store.get(draftAtom);
    const sent: unknown = JSON.parse(example.body);
    expect(example.endpoint).not.toContain(':');
    if (body) expect(v.safeParse(body.schema, sent).issues, name).toBeUndefined();
    else expect(sent, name).toEqual({});
  }
});

function Page() {
  useLinkedDraft();
  const { pathname, search } = useLocation();
  const { endpoint } = useAtomValue(draftAtom);
  return (
    <output>
      {endpoint} at {pathname + search}
    </output>
  );
}

test('a component that reads the URL sees it without the draft, even on the first page', async () => {
  const router = createMemoryRouter([{ path: '/mockman', Component: Page }], {
    initialEntries: ['/mockman?mock=slow&endpoint=/api/products'],
  });
  // As in the shop, whose state subscribes to the router before the first render.
  router.subscribe(() => undefined);
  render(
    <Provider store={createStore()}>
      <RouterProvider router={router} />
    </Provider>,
  );
  expect(await screen.findByText('/api/products at /mockman?mock=slow')).toBeDefined();
});

test('the endpoints of a remote’s own API are listed, with an example that the mock accepts', async () => {
  const endpoints = {
    add: {
      method: 'POST',
      path: '/api/gifts/:giftId',
      access: 'open',
      body: asIs(v.object({ text: v.pipe(v.string(), v.minLength(3)) })),
      response: v.object({ text: v.string(), id: v.string() }),
    },
  } as const;
  const api = mockApi(endpoints, () => null, {
    add: ({ body, params }) => ok({ text: body.text, id: params.giftId }),
  });
  const apis = { '/api/gifts': './Api', 'https://api.example.com': './Broken' };
  const loadModule = async (_remote: never, module: string) => (module === './Api' ? { api } : {});
  const remotes = { active: { remotes: [{ id: 'mfe-gifts', apis }] }, loader: { loadModule } };
  await startMock({ delay: 0, remotes: () => remotes });
  const { user } = await openTester({ remotes });
  const own = within(await screen.findByRole('table', { name: 'Endpoints of mfe-gifts' }));
  await user.click(own.getByRole('button', { name: 'Use POST /api/gifts/:giftId' }));
  await waitFor(() =>
    expect([method().value, endpoint().value]).toEqual(['POST', '/api/gifts/giftId']),
  );
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  expect(
    await within(screen.getByRole('region', { name: 'Response' })).findByText(
      /"id": "giftId"|giftId/,
    ),
  ).toBeDefined();
  expect(
    screen.getByText(/mfe-gifts at https:\/\/api\.example\.com: it must export “api”/),
  ).toBeDefined();
});
