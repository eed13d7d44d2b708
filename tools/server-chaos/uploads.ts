import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { type ApiProcess, addedMemory } from './processes.ts';

const inChunks = (path: string) => ({
  head: [`POST ${path} HTTP/1.1`, 'Transfer-Encoding: chunked', ''],
  piece: `10000\r\n${'x'.repeat(0x10000)}\r\n`,
  bytes: 5_800_000,
  pauseMs: 0,
});

/** Requests without a token that make a server use memory or wait. Each is sent in parts, and never ends. */
const uploads = {
  'bodies in chunks, for a shopper': inChunks('/api/user/cart'),
  'bodies in chunks, for the login': inChunks('/api/auth/login'),
  'bodies of a known length': {
    head: ['POST /api/auth/login HTTP/1.1', 'Content-Length: 64000', ''],
    piece: 'x'.repeat(9000),
    bytes: 63_000,
    pauseMs: 200,
  },
  'bodies that arrive slowly': {
    head: ['POST /api/auth/login HTTP/1.1', 'Content-Length: 64000', ''],
    piece: 'x',
    bytes: 1000,
    pauseMs: 1000,
  },
  'headers that arrive slowly': {
    head: ['POST /api/auth/login HTTP/1.1'],
    piece: 'x: y\r\n',
    bytes: 6000,
    pauseMs: 1000,
  },
} as const;

export type UploadKind = keyof typeof uploads;

export const uploadKinds = Object.keys(uploads) as readonly UploadKind[];

/** Maximum time in milliseconds that the client keeps a connection open. */
const PATIENCE_MS = 60_000;

/**
 * Sends one upload. Resolves to the milliseconds that its connection lasted, and the response's status line or 'none'.
 */
function send(port: number, kind: UploadKind) {
  const { head, piece, bytes, pauseMs } = uploads[kind];
  const start = performance.now();
  return new Promise<{ readonly ms: number; readonly answer: string }>((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let answer = 'none';
    let sent = 0;
    const leave = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', () => undefined);
    socket.on('data', (data) => {
      if (answer === 'none') [answer = ''] = String(data).split('\r\n');
    });
    socket.on('close', () => {
      clearTimeout(leave);
      resolve({ ms: performance.now() - start, answer });
    });
    const [line, ...fields] = head;
    const shared = ['Host: localhost', 'Content-Type: application/json'];
    socket.write([line, ...shared, ...fields, ''].join('\r\n'));
    const upload = async () => {
      while (!socket.destroyed && sent < bytes) {
        const isTaken = socket.write(piece);
        sent += piece.length;
        if (pauseMs > 0) await wait(pauseMs);
        else if (!isTaken)
          await new Promise<void>((next) => socket.once('drain', next).once('close', () => next()));
      }
    };
    void upload();
  });
}

/**
 * Sends uploads on `connections` connections at once and waits until all are closed. Resolves to the additional peak
 * memory in MB, the milliseconds of the longest connection, and the number of connections by status line.
 */
export async function flood(api: ApiProcess, kind: UploadKind, connections: number) {
  const port = Number(new URL(api.url).port);
  const { result, addedMb } = await addedMemory(api, () =>
    Promise.all(Array.from({ length: connections }, () => send(port, kind))),
  );
  const answers: Record<string, number> = {};
  for (const { answer } of result) answers[answer] = (answers[answer] ?? 0) + 1;
  return { addedMb, longestMs: Math.max(...result.map(({ ms }) => ms)), answers };
}
