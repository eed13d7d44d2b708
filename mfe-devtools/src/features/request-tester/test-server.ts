import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of the page's own origin, beside the API's paths: it notes what it is asked. */
export const startServer = async (answer: (response: ServerResponse, seen: Seen) => void) => {
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
};
