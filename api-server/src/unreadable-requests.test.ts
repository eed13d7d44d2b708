import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { refuseUnreadableRequests } from './unreadable-requests.ts';

/** What a server answers to these bytes. */
async function answerTo(bytes: string): Promise<string> {
  const server = createServer((_request, response) => response.end());
  refuseUnreadableRequests(server);
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}

const twoLengths = 'content-length: 1\r\ntransfer-encoding: chunked\r\n';

test.each([
  ['no HTTP', 'hello\r\n\r\n', '400'],
  ['a request with two lengths', `POST / HTTP/1.1\r\nhost: a\r\n${twoLengths}\r\n0\r\n\r\n`, '400'],
  ['a header of 20 kB', `GET / HTTP/1.1\r\nhost: a\r\nx: ${'x'.repeat(20_000)}\r\n\r\n`, '431'],
])('%s is refused with the headers of every other answer', async (_, bytes, status) => {
  const [head = '', body = ''] = (await answerTo(bytes)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(head).toContain("content-security-policy: default-src 'none'; frame-ancestors 'none'");
  expect(head).toContain('x-content-type-options: nosniff');
  expect(JSON.parse(body)).toEqual({ errors: [expect.any(String)] });
});
