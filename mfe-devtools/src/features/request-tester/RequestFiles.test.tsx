import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serveTests } from './test-server.ts';
import {
  endpoint,
  ImportWorker,
  leave,
  openTester,
  panel,
  submitRequest,
} from './test-support.tsx';

const server = serveTests();

afterEach(leave);

const jsonFile = (name: string, content: object) =>
  new File([JSON.stringify(content)], name, { type: 'application/json' });

type User = Awaited<ReturnType<typeof openTester>>['user'];

async function openArea(user: User) {
  await user.click(screen.getByText('Request files'));
  return screen.findByLabelText(/^Open request files/);
}

async function openWith(...files: File[]) {
  const { user } = await openTester();
  await user.upload(await openArea(user), files);
  return user;
}

const results = async () => {
  const table = within(await screen.findByRole('table', { name: 'Results' }));
  return table.getAllByRole('row').slice(1);
};

const shape = { type: 'object', required: ['categories'] };
const categories = { address: '/api/categories', expect: { status: 200, shape } };
const echo = {
  ...{ method: 'POST', address: '/echo/{{productId}}' },
  headers: { authorization: 'Bearer {{token}}' },
  body: { id: '{{productId}}' },
  expect: { status: 200, shape: { type: 'object', required: ['id'] } },
};

test('opened files are sent one after the other, and status and shape of each response are checked', async () => {
  const user = await openWith(
    jsonFile('b.json', { ...categories, address: '/api/products/none' }),
    jsonFile('a.json', categories),
  );
  await user.click(await screen.findByRole('button', { name: 'Send 2 requests and check' }));
  await screen.findByText('2 requests sent, 1 failed.', {}, { timeout: 10_000 });
  const [first, second] = await results();
  expect(first?.textContent).toMatch(/^GET \/api\/categories200 OK.*Passed$/);
  expect(second?.textContent).toMatch(
    /^GET \/api\/products\/none404.*Failedthe status is 404, not 200categories is missing$/,
  );
});

test('variables are asked for, secret ones hidden, and a call that may change data is confirmed', async () => {
  const user = await openWith(jsonFile('echo.json', echo));
  const send = async () => {
    await user.click(await screen.findByRole('button', { name: 'Send 1 request and check' }));
    expect(screen.getByText('1 request may change data. Send all?')).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Send all' }));
  };
  await send();
  const problem = await screen.findByRole('alert');
  expect(problem.textContent).toBe('Fill in productId, token. Nothing was sent.');
  expect(server.requests).toEqual([]);
  await user.type(screen.getByLabelText('productId'), 'a/b');
  expect(screen.getByLabelText<HTMLInputElement>('token').type).toBe('password');
  await user.type(screen.getByLabelText('token'), 'needle');
  await send();
  await screen.findByText('1 request sent, 1 failed.', {}, { timeout: 10_000 });
  expect(server.last()).toMatchObject({
    ...{ method: 'POST', url: '/echo/a%2Fb', body: '{"id":"a/b"}' },
    headers: { authorization: 'Bearer needle' },
  });
  const [row] = await results();
  expect(row?.textContent).toContain('POST /echo/{{productId}}');
  expect(row?.textContent).toContain('id is missing');
});

test('Use fills the form with a file’s request, and variables without a value stay', async () => {
  const user = await openWith(jsonFile('echo.json', echo));
  await user.type(await screen.findByLabelText('token'), 't');
  await user.click(screen.getByRole('button', { name: 'Use POST /echo/{{productId}}' }));
  expect(document.activeElement).toBe(endpoint());
  expect(screen.getByDisplayValue('/echo/{{productId}}')).toBeDefined();
  expect(screen.getByDisplayValue('Bearer t')).toBeDefined();
});

test('a wrong file is named with its field and what to do, and the others can be sent', async () => {
  await openWith(jsonFile('a.json', { address: '/a' }), jsonFile('b.json', categories));
  expect((await screen.findByRole('alert')).textContent).toMatch(
    /^a\.json: expect is missing: write what the response must be/,
  );
  expect(screen.getByRole('button', { name: 'Send 1 request and check' })).toBeDefined();
});

test('the form’s request is saved with what its response was, and with variables for secrets', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.push(blob as Blob);
    return 'blob:saved';
  });
  // Otherwise, the test's browser would leave the page.
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  const { user } = await submitRequest('/api/categories');
  await panel().findByText('200 OK');
  await openArea(user);
  await user.click(await screen.findByRole('button', { name: 'Save the request as a file' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  expect(JSON.parse((await saved[0]?.text()) ?? '')).toMatchObject({
    ...{ method: 'GET', address: '/api/categories' },
    expect: { status: 200, shape: { type: 'object', required: ['categories'] } },
  });
  await user.type(endpoint(), '?token=needle');
  expect(screen.getByText(/In place of secrets it has variables: token\.$/)).toBeDefined();
  expect(screen.getByText(/^It expects the status 200\. Submit first/)).toBeDefined();
});

test('without an endpoint there is nothing to save, and the page says so', async () => {
  const { user } = await openTester();
  await openArea(user);
  expect(await screen.findByText(/^Nothing to save: Enter an endpoint/)).toBeDefined();
});

beforeEach(() => {
  vi.stubGlobal('Worker', ImportWorker);
  return () => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  };
});

test('the requests of a HAR file are sent in sequence, whatever comes of each', async () => {
  server.respond = (response, { url }) =>
    response.writeHead(url?.startsWith('/b') ? 500 : 200).end('{}');
  const entries = ['/a', '/b?token=needle', '/c'].map((path) => ({
    request: { method: 'GET', url: new URL(path, window.location.href).href },
  }));
  const { user } = await openTester();
  await user.click(screen.getByText('Import requests'));
  const har = JSON.stringify({ log: { entries } });
  await user.upload(await screen.findByLabelText('Import a file'), new File([har], 'shop.har'));
  await user.click(await screen.findByRole('button', { name: 'Send all one after the other' }));
  await screen.findByText('3 requests sent, none failed.', {}, { timeout: 10_000 });
  expect(server.requests.map(({ url }) => url)).toEqual(['/a', '/b?token=needle', '/c']);
  const rows = await results();
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^GET \/a200 OK.*Sent$/),
    expect.stringMatching(/^GET \/b\?token=500 .*Sent$/),
    expect.stringMatching(/^GET \/c200 OK.*Sent$/),
  ]);
});
