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
