import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from './random.ts';

/** An answer of the API, or none: the connection was cut, or the process was killed. */
export type Answer = { readonly status: number; readonly data: unknown } | 'lost';

export interface Message {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface Network {
  /** Sends a message once, to any process. The connection may be cut before or after it arrived. */
  send: (message: Message, random: Random) => Promise<Answer>;
  /** Sends a message until it is answered. */
  sendUntilAnswered: (message: Message, random: Random) => Promise<Exclude<Answer, 'lost'>>;
  /** What no client may ever see: answers with a status of 500. */
  readonly crashes: readonly string[];
}

const CUT_PERCENT = 6;
const MAX_ATTEMPTS = 100;
const TIMEOUT_MS = 20_000;

/** The way to a number of processes, of which each may be down. */
export function createNetwork(addresses: readonly string[]): Network {
  const crashes: string[] = [];

  async function send(message: Message, random: Random): Promise<Answer> {
    const { method, path, body, headers } = message;
    const timeoutMs = random.chance(CUT_PERCENT) ? random.between(0, 40) : TIMEOUT_MS;
    try {
      const response = await fetch(random.pick(addresses) + path, {
        method,
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
        ...(body !== undefined && { body }),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.text();
      if (response.status === 500) crashes.push(`${method} ${path}: ${text}`);
      // 503: the process is stopping, or its database does not answer. Nothing was done.
      if (response.status >= 500) return 'lost';
      return { status: response.status, data: text === '' ? undefined : JSON.parse(text) };
    } catch {
      return 'lost';
    }
  }

  async function sendUntilAnswered(message: Message, random: Random) {
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt += 1) {
      const answer = await send(message, random);
      if (answer !== 'lost') return answer;
      await wait(random.between(20, 120));
    }
    throw new Error(`${message.method} ${message.path}: no answer to ${MAX_ATTEMPTS} attempts`);
  }

  return { send, sendUntilAnswered, crashes };
}
