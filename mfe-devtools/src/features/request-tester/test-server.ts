import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Answer = (response: ServerResponse, seen: Seen) => void;

/** A server of the page's own origin, beside the API's paths: it notes what it is asked. */
export async function startServer(answer: Answer) {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const seen = { method: request.method, url: request.url, headers: request.headers, body };
      requests.push(seen);
      answer(response, seen);
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  happyDOM.setURL(`http://localhost:${(server.address() as AddressInfo).port}/mockman`);
  return {
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const usual: Answer = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

/** Such a server for a file's tests: it answers {} until a test sets another `answer`. */
export function serveTests() {
  const requests: Seen[] = [];
  const tests = {
    answer: usual,
    requests,
    last: (): Seen => {
      const seen = requests.at(-1);
      if (!seen) throw new Error('the server was not asked');
      return seen;
    },
  };
  let stop: (() => void) | undefined;
  beforeAll(async () => {
    const server = await startServer((response, seen) => {
      requests.push(seen);
      tests.answer(response, seen);
    });
    stop = server.stop;
  });
  beforeEach(() => {
    requests.length = 0;
    tests.answer = usual;
  });
  afterAll(() => stop?.());
  return tests;
}
