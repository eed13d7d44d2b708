import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { limitConnections } from './limit-connections.ts';

/** A busy machine may stop a reader for some hundred milliseconds. */
const STALLED_MS = 1500;

async function open(listener: RequestListener): Promise<Socket> {
  const server = createServer(listener);
  limitConnections(server, STALLED_MS);
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const client = connect((server.address() as AddressInfo).port);
  client.on('error', () => undefined);
  onTestFinished(() => {
    client.destroy();
    server.closeAllConnections();
    server.close();
  });
  return client;
}

test('a reader that takes nothing of a long answer loses its connection', async () => {
  const ended = vi.fn();
  const client = await open((_, response) => {
    response.on('close', ended);
    response.end(Buffer.alloc(50_000_000));
  });
  client.pause();
  client.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
  await vi.waitFor(() => expect(ended).toHaveBeenCalledOnce(), { timeout: 15_000 });
});

test('a slow reader keeps its connection', async () => {
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
