import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createHttpServer } from './index.ts';

/** Longer than the few hundred milliseconds for which a busy machine may stop a client. */
const STALLED_MS = 1500;

const timeouts = { headers: 300, request: 600, check: 50, stalled: STALLED_MS };

async function open(listener: RequestListener = (_, response) => response.end()): Promise<Socket> {
  const refuse = (status: number) => ({ headers: { 'x-refused': 'yes' }, body: `No: ${status}.` });
  const server = createHttpServer(listener, { refuse, timeouts });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  // The client does not end its half of the connection when the server has ended the other one.
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return client;
}

/**
 * Resolves to all that a client received, once its connection is closed. A client that sends nothing more gets only
 * the 'end' event, when the server ends its half.
 */
function received(client: Socket, last: 'end' | 'close' = 'close'): Promise<string> {
  let text = '';
  client.on('data', (data) => {
    text += data;
  });
  return new Promise((resolve) => client.on(last, () => resolve(text)));
}

test.each([
  ['nonsense', 'nonsense\r\n\r\n', 400],
  // A proxy and this server could disagree where the next request begins.
  [
    'a request with two lengths',
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [
    'a request with large headers',
    `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    431,
  ],
])('%s is refused with the server’s own headers and text', async (_, text, status) => {
  const client = await open();
  client.write(text);
  const answer = await received(client, 'end');
  expect(answer).toContain(`HTTP/1.1 ${status} `);
  expect(answer).toContain('\r\nx-refused: yes\r\n');
  expect(answer).toContain(`\r\n\r\nNo: ${status}.`);
});

test.each([
  ['a head', 'GET / HTTP/1.1\r\nHost: a\r\n', 'x: y\r\n'],
  ['a body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n\r\n', 'x'],
])(
  'a connection on which %s never ends is closed, even while data arrives',
  async (_, head, piece) => {
    const client = await open((request) => void request.resume());
    client.write(head);
    const dripping = setInterval(() => client.write(piece), 20);
    onTestFinished(() => clearInterval(dripping));
    expect(await received(client)).toContain('HTTP/1.1 408 ');
  },
);

test('the connection of a client that sends nothing is closed', async () => {
  const client = await open();
  expect(await received(client, 'end')).toContain('HTTP/1.1 408 ');
});

test('the connection of a client that reads nothing of a long response is closed', async () => {
  const ended = vi.fn();
  const client = await open((_, response) => {
    response.on('close', ended);
    response.end(Buffer.alloc(50_000_000));
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), { timeout: 15_000 });
});

test('the connection of a slow client is kept', async () => {
  const client = await open((_, response) => void response.end(Buffer.alloc(20_000_000)));
  let bytes = 0;
  client.on('data', (part) => {
    bytes += part.length;
    client.pause();
    setTimeout(() => client.resume(), 8);
  });
  const begin = performance.now();
  const end = new Promise((resolve) => client.on('end', resolve));
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  await end;
  expect(bytes).toBeGreaterThan(20_000_000);
  expect(performance.now() - begin).toBeGreaterThan(STALLED_MS);
});

const get = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n';

test.each([
  ['at once', get.repeat(1000), ''],
  ['while it is answered', get, get],
])('a client that sends further requests %s is disconnected', async (_, first, second) => {
  const listener = vi.fn((_request, response) => {
    response.write('part');
  });
  const client = await open(listener);
  const disconnected = Promise.race([received(client, 'end'), received(client)]);
  client.write(first);
  if (second !== '') {
    await vi.waitFor(() => expect(listener).toHaveBeenCalledOnce());
    client.write(second);
  }
  await disconnected;
  expect(listener.mock.calls.length).toBeLessThan(2);
});

test('the listener of an abandoned request is told', async () => {
  const [request, response] = [vi.fn(), vi.fn()];
  const client = await open((incoming, outgoing) => {
    incoming.resume().on('end', request);
    outgoing.on('close', response);
  });
  client.write(get.repeat(2));
  await vi.waitFor(() => expect(response).toHaveBeenCalledOnce());
  expect(request).toHaveBeenCalledOnce();
});

const body = (length: number) => 'x'.repeat(length);

/** Requests and the length of what comes after the head of the response. */
const exchanges: readonly (readonly [request: string, length: number])[] = [
  ['GET /10 HTTP/1.1\r\nHost: a\r\n\r\n', 10],
  ['HEAD /10 HTTP/1.1\r\nHost: a\r\n\r\n', 0],
  ['GET /400000 HTTP/1.1\r\nHost: a\r\n\r\n', 400_000],
  [`POST /10 HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n${body(100_000)}`, 10],
  [`POST /10 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n`, 10],
  ['GET /10 HTTP/1.1\r\nHost: a\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n', 10],
];

test('a client that sends each request after the last byte of a response may go on for ever', async () => {
  const client = await open((request, response) => {
    request.resume().on('end', () => response.end(body(Number(request.url?.slice(1)))));
  });
  const end = received(client, 'end').then(() => 'closed');
  for (let count = 0; count < 150; count += 1) {
    const [request, length] = exchanges[count % exchanges.length] ?? ['', 0];
    client.write(request);
    const answer = new Promise<string>((resolve) => {
      let text = '';
      client.on('data', function take(data) {
        text += data;
        if (text.length - text.indexOf('\r\n\r\n') - 4 < length || !text.includes('\r\n\r\n'))
          return;
        client.off('data', take);
        resolve(text.slice(0, 15));
      });
    });
    expect(await Promise.race([answer, end])).toBe('HTTP/1.1 200 OK');
  }
});

test('a client that waits for 100 Continue may send its body', async () => {
  const client = await open((request, response) => {
    request.resume().on('end', () => response.end('done'));
  });
  const all = received(client, 'end');
  client.write(
    'POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n',
  );
  client.once('data', () => client.write('body'));
  expect(await all).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 200 OK.*done$/s);
});
