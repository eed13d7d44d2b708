import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { historyAtom } from './history.ts';
import { serveTests } from './test-server.ts';
import { endpoint, leave, openTester, panel, submit, submitRequest } from './test-support.tsx';

const server = serveTests();

afterEach(leave);

test('the mock’s response is shown with status, body and headers, each in a tree', async () => {
  await submitRequest('/api/categories');
  expect(await panel().findByText('200 OK')).toBeDefined();
  const body = within(await panel().findByRole('group', { name: 'Response body' }));
  expect(body.getByRole('button', { name: 'categories', expanded: true })).toBeDefined();
  const headers = await panel().findByRole('group', { name: 'Response headers' });
  expect(headers.textContent).toContain('"content-type"');
});

test('a tree opens and closes by keyboard', async () => {
  const { user } = await submitRequest('/api/categories');
  await panel().findByText('200 OK');
  const tree = await panel().findByRole('group', { name: 'Response body' });
  expect(tree.textContent).not.toContain('"categoryName"');
  within(tree).getByRole('button', { name: 'Whole value' }).focus();
  await user.keyboard('{ArrowDown}{ArrowDown}{ArrowRight}');
  expect(tree.textContent).toContain('"categoryName"');
  expect(document.activeElement?.getAttribute('aria-expanded')).toBe('true');
  await user.keyboard('{Enter}');
  expect(tree.textContent).not.toContain('"categoryName"');
});

test('an error response is stored and shown', async () => {
  await submitRequest('/api/products/no-such-product');
  expect(await panel().findByText(/^404 /)).toBeDefined();
  expect((await panel().findByRole('group', { name: 'Response body' })).textContent).toContain(
    'errors',
  );
});

test('a path without a handler shows the mock’s error', async () => {
  await submitRequest('/api/produkts');
  const tree = await panel().findByRole('group', { name: 'Response body' });
  expect(tree.textContent).toContain("Mirage: Your app tried to GET '/api/produkts'");
});

test.each(['POST', 'PUT', 'PATCH'])(
  'enabled headers and the typed body are sent with the method %s',
  async (method) => {
    const { user } = await openTester({
      search: `?method=${method}&endpoint=/echo&body=%7B%22a%22:+1%7D`,
    });
    await user.type(screen.getByRole('textbox', { name: 'Name of header 2' }), 'X-Off');
    await user.type(screen.getByRole('textbox', { name: 'Name of header 3' }), 'X-On');
    await user.type(screen.getByRole('textbox', { name: 'Value of header 3' }), 'yes');
    await user.click(screen.getByRole('checkbox', { name: 'Use header 3' }));
    await submit(user);
    await panel().findByText('200 OK');
    expect(server.last()).toMatchObject({ method, url: '/echo', body: '{"a": 1}' });
    expect(server.last().headers).toMatchObject({
      accept: '*/*',
      'x-on': 'yes',
      'content-type': 'application/json',
    });
    expect(server.last().headers).not.toHaveProperty('x-off');
  },
);

test.each([
  '{"orderId": 4634343214213523454, "p": 1.00, "a": 1, "a": 2}',
  '{\n\t"max": 1e400,  "min": -0 }',
  '9007199254740993',
])('the body that is sent is the text that was typed: %s', async (typed) => {
  const { user } = await openTester({ search: '?method=POST&endpoint=/echo' });
  await user.clear(screen.getByRole('textbox', { name: 'Body:' }));
  await user.paste(typed);
  await submit(user);
  await panel().findByText('200 OK');
  expect(server.last().body).toBe(typed);
});

test('an empty body is sent as no body', async () => {
  await submitRequest('/echo', { search: '?method=DELETE&body=' });
  await panel().findByText('200 OK');
  expect(server.last()).toMatchObject({ method: 'DELETE', body: '' });
  expect(server.last().headers).not.toHaveProperty('content-type');
});

test.each(['GET', 'POST'])('%s is not sent while the body is not JSON', async (method) => {
  const { user } = await openTester({ search: `?method=${method}&endpoint=/echo&body=7` });
  const body = screen.getByRole('textbox', { name: 'Body:' });
  const button = screen.getByRole('button', { name: 'Submit' });
  await user.type(body, ',');
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await submit(user);
  expect(document.activeElement).toBe(body);
  await user.keyboard('{Control>}{Enter}{/Control}');
  expect(server.requests).toEqual([]);
  await user.type(body, '{Backspace}');
  await submit(user);
  await panel().findByText('200 OK');
  expect(server.last().body).toBe(method === 'GET' ? '' : '7');
});

test('without a response nothing is stored, and the reason is shown', async () => {
  server.respond = (response) => void response.destroy();
  await submitRequest('/gone');
  expect(await panel().findByText('There is no response: Network Error')).toBeDefined();
  expect(panel().getByText('Response is undefined.')).toBeDefined();
});

test('a pending request can be cancelled, and the focus returns to Submit', async () => {
  server.respond = () => undefined;
  const { user } = await submitRequest('/never');
  const cancel = screen.getByRole('button', { name: 'Cancel' });
  cancel.focus();
  await user.keyboard('{Enter}');
  expect(await panel().findByText('There is no response: Request aborted')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Submit' }));
});

test('Submit does nothing while a request is pending', async () => {
  let finish = () => {};
  server.respond = (response) => {
    finish = () => response.writeHead(200).end('{}');
  };
  const { user } = await submitRequest('/slow');
  await submit(user);
  await waitFor(() => expect(server.requests).toHaveLength(1));
  finish();
  await panel().findByText('200 OK');
  expect(server.requests).toHaveLength(1);
});

test.each(['{Control>}{Enter}{/Control}', '{Meta>}{Enter}{/Meta}'])(
  '%s submits from the body',
  async (keys) => {
    const { user } = await openTester({ search: '?endpoint=/echo' });
    await user.click(screen.getByRole('textbox', { name: 'Body:' }));
    await user.keyboard(keys);
    await panel().findByText('200 OK');
  },
);

test.each([
  ['nothing', '', 'Enter an endpoint, such as /api/products.'],
  ['half an address', 'http://', 'This is no address that a browser can ask.'],
  ['a script', 'javascript:alert(1)', 'Only addresses of http and https can be asked.'],
])('%s is refused with a message, and nothing is sent', async (_, typed, message) => {
  const { store } = await submitRequest(encodeURIComponent(typed));
  expect(screen.getByText(message).id).toBe(endpoint().getAttribute('aria-describedby'));
  expect(document.activeElement).toBe(endpoint());
  expect(store.get(historyAtom)).toEqual([]);
});

test('with a header that can’t be sent, nothing is sent, and the header gets the focus', async () => {
  const { user } = await openTester({ search: '?endpoint=/echo' });
  await user.type(screen.getByRole('textbox', { name: 'Value of header 1' }), '₹');
  await submit(user);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Value of header 1' }));
  expect(server.requests).toEqual([]);
});

test('time and size of the response are shown', async () => {
  server.respond = (response) => response.writeHead(200).end('"é"');
  await submitRequest('/small');
  expect((await panel().findByText(/ms, 4 bytes$/)).closest('[role="status"]')).not.toBeNull();
});

test('a response without data is shown completely', async () => {
  server.respond = (response) => response.writeHead(204).end();
  await submitRequest('/empty');
  await panel().findByText('204 No Content');
  expect((await panel().findByRole('group', { name: 'Response body' })).textContent).toContain(
    '"status"',
  );
});

test('HTML is shown as text and neither executed nor rendered', async () => {
  const page = '<h1>Broken</h1><script>window.ran = true</script>';
  server.respond = (response) => response.writeHead(502, { 'content-type': 'text/html' }).end(page);
  await submitRequest('/html');
  await panel().findByText('502 Bad Gateway');
  expect(panel().getByRole('region', { name: 'Text of the response' }).textContent).toBe(page);
  expect(screen.queryByRole('heading', { name: 'Broken' })).toBeNull();
});

test('a binary response is shown by type and size, and can be saved as it came', async () => {
  const bytes = [0x89, 0x50, 0, 0xff];
  server.respond = (response) =>
    response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from(bytes));
  const { user } = await submitRequest('/picture');
  expect(await panel().findByText('Not text: image/png, 4 bytes.')).toBeDefined();
  const saved: { blob?: Blob; name?: string } = {};
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    saved.blob = blob as Blob;
    return 'blob:saved';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(
    this: HTMLAnchorElement,
  ) {
    saved.name = this.download;
  });
  await user.click(panel().getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(saved.name).toBe('picture.png'));
  expect([...new Uint8Array((await saved.blob?.arrayBuffer()) ?? [])]).toEqual(bytes);
});

test('numbers are shown in the tree as they were received', async () => {
  server.respond = (response) =>
    response.writeHead(200).end('{"id": 4634343214213523454, "price": 1.00, "max": 1e400}');
  await submitRequest('/numbers');
  expect((await panel().findByRole('group', { name: 'Response body' })).textContent).toContain(
    '"id":4634343214213523454"price":1.00"max":1e400',
  );
});

test('text in another charset is shown as its header says', async () => {
  server.respond = (response) =>
    response
      .writeHead(200, { 'content-type': 'text/plain; charset=windows-1251' })
      .end(Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]));
  await submitRequest('/text');
  const shown = await panel().findByRole('region', { name: 'Text of the response' });
  expect(shown.textContent).toBe('Привет');
});

describe('an event stream', () => {
  /** Starts a stream of a request, and returns a function that sends the next part. */
  async function openStream(type = 'text/event-stream') {
    let write: (part: string) => void = () => undefined;
    let end: () => void = () => undefined;
    server.respond = (response) => {
      response.writeHead(200, { 'content-type': type });
      write = (part) => response.write(part);
      end = () => response.end();
      write(type === 'text/event-stream' ? ': hello\n\n' : '\n');
    };
    const opened = await submitRequest('/events');
    await panel().findByText('200 OK');
    return { ...opened, write: (part: string) => write(part), end: () => end() };
  }

  test('shows its events as they arrive', async () => {
    const { write, end } = await openStream();
    write('event: order\nid: 7\ndata: {"n":1}\n\nda');
    expect(await panel().findByText('{"n":1}')).toBeDefined();
    expect(panel().getByText(/, order, id 7$/)).toBeDefined();
    expect(panel().getByText('Events arrive…')).toBeDefined();
    expect(screen.getByRole('button', { name: 'Cancel' })).toBeDefined();
    write('ta: second\n\n');
    expect(await panel().findByText('second')).toBeDefined();
    end();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull());
    expect(panel().getByText('2 events')).toBeDefined();
    expect(panel().getByText(/ms, \d+ bytes$|s, \d+ bytes$/)).toBeDefined();
  });

  test('keeps what has arrived when it is cancelled, and is in the history', async () => {
    const { write, user, store } = await openStream('application/x-ndjson');
    write('{"n":1}\n{"n":2}\n');
    await panel().findByText('{"n":2}');
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(
      await panel().findByText('Ended early: Request aborted. What had arrived is shown.'),
    ).toBeDefined();
    expect(
      panel()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([expect.stringContaining('{"n":1}'), expect.stringContaining('{"n":2}')]);
    expect(store.get(historyAtom)[0]?.result).toBe('200 OK');
    await user.click(panel().getByRole('tab', { name: 'Raw' }));
    expect(panel().getByRole('region', { name: 'Text of the response' }).textContent).toBe(
      '\n{"n":1}\n{"n":2}\n',
    );
  });

  test('of hundreds of events shows the last hundred, and the others on request', async () => {
    const { write, end, user } = await openStream();
    write(Array.from({ length: 250 }, (_, index) => `data: event ${index}\n\n`).join(''));
    end();
    await panel().findByText('250 events');
    expect(panel().getAllByRole('listitem')).toHaveLength(100);
    expect(panel().getByText('event 249')).toBeDefined();
    await user.click(panel().getByRole('button', { name: 'Show 100 earlier of 150' }));
    expect(panel().getByText('event 50')).toBeDefined();
  });
});

test('a large response builds its tree only on request, and its text in blocks', async () => {
  const text = JSON.stringify({ list: Array.from({ length: 70_000 }, (_, i) => `thread ${i}`) });
  server.respond = (response) => response.writeHead(200).end(text);
  const { user } = await submitRequest('/large');
  expect(await panel().findByText(/^This response has 1 MB/)).toBeDefined();
  expect(panel().queryByRole('group', { name: 'Response body' })).toBeNull();
  await user.click(panel().getByRole('tab', { name: 'Raw' }));
  const raw = panel().getByRole('region', { name: 'Text of the response' });
  expect(raw.textContent).toBe(text);
  expect(raw.childElementCount).toBeGreaterThan(50);
});

test('the views are tabs that the arrow keys select', async () => {
  const { user } = await submitRequest('/api/categories');
  await panel().findByText('200 OK');
  await user.click(panel().getByRole('tab', { name: 'Tree' }));
  await user.keyboard('{ArrowRight}');
  expect(panel().getByRole('tabpanel', { name: 'Raw' })).toBeDefined();
});
