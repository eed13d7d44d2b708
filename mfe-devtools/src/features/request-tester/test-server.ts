import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import './test-response.ts';

const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };

interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Respond = (response: ServerResponse, seen: SeenRequest) => void;

/**
 * Starts a server on the page's origin for a file's tests. It handles paths outside of /api, answers with {} unless a
 * test sets `respond`, and records requests.
 */
export function serveTests() {
  const usual: Respond = (response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  const requests: SeenRequest[] = [];
  const tests = {
    respond: usual,
    requests,
    last: (): SeenRequest => {
      const seen = requests.at(-1);
      if (!seen) throw new Error('the server has no request');
      return seen;
    },
  };
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    const seen = { method, url, headers, body: await text(request) };
    requests.push(seen);
    tests.respond(response, seen);
  });
  beforeAll(async () => {
    await new Promise<void>((done) => server.listen(0, done));
    happyDOM.setURL(`http://localhost:${(server.address() as AddressInfo).port}/mockman`);
  });
  beforeEach(() => {
    requests.length = 0;
    tests.respond = usual;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  return tests;
}
