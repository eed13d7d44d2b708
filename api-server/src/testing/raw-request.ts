import { type IncomingMessage, request } from 'node:http';

export interface RawRequest {
  readonly method: string;
  /** As it is sent, odd percent-encodings included. */
  readonly path: string;
  /** Names and values in turn; a name may come twice. */
  readonly headers?: readonly string[];
  readonly body?: Uint8Array;
}

export interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

async function read(response: IncomingMessage): Promise<RawAnswer> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) text += part;
  return { status: response.statusCode ?? 0, text };
}

/** Sends a request that fetch would refuse to make. Rejects when the server ends the connection instead. */
export const sendRaw = (
  port: number,
  { method, path, headers = [], body }: RawRequest,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const length = body ? ['content-length', String(body.length)] : [];
    const sent = request(
      { port, method, path, headers: ['host', 'localhost', ...length, ...headers], agent: false },
      (response) => resolve(read(response)),
    );
    // The answer may come while the body is still being sent, and the connection end after it.
    sent.on('error', reject);
    sent.end(body);
  });
