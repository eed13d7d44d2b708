import { Agent, request } from 'node:http';

interface Sent {
  readonly method?: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

/** Sends a request on one connection. Resolves to the body as received; rejects unless the status is 2xx. */
export type Send = (sent: Sent) => Promise<Buffer>;

/** Opens a connection, which is kept, and opened again if the server closes it. */
function openConnection(url: string): { readonly send: Send; readonly close: () => void } {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const send: Send = ({ method = 'GET', path, headers, body }) =>
    new Promise((resolve, reject) => {
      const text = body && JSON.stringify(body);
      const length = text && {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(text),
      };
      const sent = request(url + path, { agent, method, headers: { ...headers, ...length } });
      sent.on('error', reject).on('response', (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('error', reject).on('end', () => {
          const received = Buffer.concat(parts);
          const { statusCode = 0 } = response;
          if (statusCode >= 200 && statusCode < 300) resolve(received);
          else reject(new Error(`${method} ${path}: ${statusCode} ${received}`));
        });
      });
      sent.end(text);
    });
  return { send, close: () => agent.destroy() };
}

/** One request, or several that belong together. `turn` counts from 0 over all connections. */
export type Work = (send: Send, turn: number, connection: number) => Promise<unknown>;

export const CONNECTIONS = 10;

/**
 * Lets ten connections work `turns` times in all, each again as soon as it has its answer. Resolves to the times in
 * milliseconds.
 */
export async function load(url: string, work: Work, turns: number): Promise<number[]> {
  const times: number[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async (_, connection) => {
      const { send, close } = openConnection(url);
      while (next < turns) {
        const turn = next;
        next += 1;
        const start = performance.now();
        await work(send, turn, connection);
        times.push(performance.now() - start);
      }
      close();
    }),
  );
  return times;
}
