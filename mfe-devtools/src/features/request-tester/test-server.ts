import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach } from 'vitest';

const { happyDOM } = window as unknown as { happyDOM: { setURL: (url: string) => void } };

export interface SeenRequest {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

type Respond = (response: ServerResponse, seen: SeenRequest) => void;

/** A server of the page's own origin, outside /api. It records its requests. */
export async function startServer(respond: Respond) {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const seen = { method: request.method, url: request.url, headers: request.headers, body };
      requests.push(seen);
      respond(response, seen);
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

const usual: Respond = (response) =>
  response.writeHead(200, { 'content-type': 'application/json' }).end('{}');

/** Starts a server for a file's tests: it responds with {} until a test sets another `respond`. */
export function serveTests() {
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
  let stop: (() => void) | undefined;
  beforeAll(async () => {
    const server = await startServer((response, seen) => {
      requests.push(seen);
      tests.respond(response, seen);
    });
    stop = server.stop;
  });
  beforeEach(() => {
    requests.length = 0;
    tests.respond = usual;
  });
  afterAll(() => stop?.());
  return tests;
}
