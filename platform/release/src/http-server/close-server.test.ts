import { stat } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { closeServer } from './close-server.ts';

const CLIENTS = 20;

test.each([
  ['a timer', (next: () => void) => setTimeout(next)],
  // The rest of the event loop's iteration then looks for no connection.
  ['a file that was read', (next: () => void) => stat('.', next)],
])(
  'connections that wait to be accepted are answered before a server closes after %s, later ones are refused',
  async (_what, after) => {
    const server = createServer((_, response) => response.end('answered'));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise<void>((resolve) => after(resolve));
    const answers = Array.from({ length: CLIENTS }, () => {
      const client = connect(port, '127.0.0.1');
      client.write('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
      return text(client);
    });
    // The system has connected them, and the server has accepted none.
    await new Promise((resolve) => process.nextTick(resolve));
    await closeServer(server);
    for (const answer of answers) expect(await answer).toContain('answered');
    await expect(text(connect(port, '127.0.0.1'))).rejects.toThrow('ECONNREFUSED');
  },
);

test('a server closes although requests arrive without a pause', async () => {
  const server = createServer((_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  let isOver = false;
  const arriving = (async () => {
    while (!isOver) {
      const client = connect(port, '127.0.0.1');
      client.on('error', () => undefined);
      client.end('GET / HTTP/1.1\r\nHost: shop\r\n\r\n');
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  await closeServer(server);
  isOver = true;
  await arriving;
  expect(server.listening).toBe(false);
});
