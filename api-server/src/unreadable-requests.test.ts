import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { refuseUnreadableRequests } from './unreadable-requests.ts';

test.each([
  ['nonsense\r\n\r\n', 400],
  // Two lengths: a proxy and this server could disagree where the next request begins.
  [
    'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    400,
  ],
  [`GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
])('what is no request is refused with the headers of every response: %#', async (text, status) => {
  const server = createServer((_request, response) => response.end());
  refuseUnreadableRequests(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(text);
  const [data] = await once(socket, 'data');
  expect(String(data)).toContain(`HTTP/1.1 ${status} `);
  expect(String(data)).toContain('\r\nx-content-type-options: nosniff\r\n');
  expect(String(data)).toContain('\r\ncontent-type: application/json\r\n');
});
