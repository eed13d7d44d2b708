import { request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Requests of one server on this machine: what a visitor opens, and what is long to send and to receive. */
export interface ServerPaths {
  readonly visited: readonly string[];
  readonly long: string;
  readonly posted: string;
}

const REQUESTS_PER_CONNECTION = 30;
const OVERSIZED_BYTES = 1_000_000;

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  // The server ends many of these on purpose.
  socket.on('error', () => undefined);
  return socket;
}

const closed = (socket: Socket): Promise<void> =>
  new Promise((resolve) => (socket.destroyed ? resolve() : socket.once('close', () => resolve())));

const head = (line: string, ...fields: readonly string[]): string =>
  [`${line} HTTP/1.1`, 'Host: localhost', ...fields, '', ''].join('\r\n');

/** Reads one answer to its end. */
const get = (port: number, path: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, path, host: '127.0.0.1', agent: false }, (response) => {
      response.resume().on('end', resolve).on('error', reject);
    });
    sent.on('error', reject).end();
  });

/** Behaviours of clients, one connection each; they resolve when it is closed. */
const habits = {
  async visitor(port: number, { visited }: ServerPaths) {
    for (const path of visited) await get(port, path);
  },
  /** Takes a little of many long answers, then waits, then leaves. */
  async slowReader(port: number, { long }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`GET ${long}`).repeat(REQUESTS_PER_CONNECTION));
    socket.once('data', () => socket.pause());
    await pause(2000);
    socket.destroy();
  },
  async abortedDownload(port: number, { long }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`GET ${long}`).repeat(REQUESTS_PER_CONNECTION));
    socket.once('data', () => socket.destroy());
    await closed(socket);
  },
  async halfRequest(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.write(head(`POST ${posted}`, 'Content-Type: application/json', 'Content-Length: 500'));
    socket.write('{"email":');
    await pause(1000);
    socket.destroy();
  },
  async oversizedBody(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.resume();
    const length = `Content-Length: ${OVERSIZED_BYTES}`;
    socket.write(head(`POST ${posted}`, 'Content-Type: application/json', length));
    socket.end('x'.repeat(OVERSIZED_BYTES));
    await Promise.race([closed(socket), pause(5000)]);
    socket.destroy();
  },
  async oversizedHeaders(port: number, { posted }: ServerPaths) {
    const socket = open(port);
    socket.resume();
    socket.write(head(`GET ${posted}`, `X-Long: ${'x'.repeat(64_000)}`));
    await Promise.race([closed(socket), pause(5000)]);
    socket.destroy();
  },
};

/** Keeps that many clients at a server for a time: half of them visitors. Rejects when a visitor gets no answer. */
export async function load(
  port: number,
  paths: ServerPaths,
  { clients, milliseconds }: { readonly clients: number; readonly milliseconds: number },
): Promise<void> {
  const end = Date.now() + milliseconds;
  const { visitor, ...others } = habits;
  const kinds = Object.values(others).flatMap((habit) => [visitor, habit]);
  await Promise.all(
    Array.from({ length: clients }, async (_, index) => {
      const behave = kinds[index % kinds.length] ?? visitor;
      while (Date.now() < end) {
        await behave(port, paths);
        // They read what they got, each for another time.
        await pause(Math.max(0, Math.min(1000 + (index % 50) * 200, end - Date.now())));
      }
    }),
  );
}
