import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@patchwork/http-server';
import * as v from 'valibot';
import { refuseUnreadable } from '../unreadable-requests.ts';
import type { TestServer } from './databases.ts';
import { openFingerprint } from './fingerprint.ts';
import { type HostileRequest, hostileRequests, type ValidRequest } from './hostile-requests.ts';
import { type RawAnswer, sendRaw } from './raw-request.ts';

/** A server on a port, to which hostile requests are sent. */
export interface HostileTarget extends Pick<TestServer, 'fetch' | 'stop'> {
  /** Sends all hostile requests that are made of a valid one; says which were answered wrongly. */
  readonly findFaults: (valid: ValidRequest) => Promise<string[]>;
}

const refusal = v.object({ errors: v.pipe(v.array(v.string()), v.minLength(1)) });

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** What is wrong with an answer; empty when it is a clear refusal or the success of the table. */
function faultOf(
  { endpoint }: ValidRequest,
  { isRefused }: HostileRequest,
  { status, text }: RawAnswer,
): string {
  const data = parse(text);
  if (status >= 400 && status < 500) return v.is(refusal, data) ? '' : `no refusal: ${text}`;
  if (isRefused) return `not refused: ${status} ${text}`;
  return status === endpoint.status && v.is(endpoint.response, data) ? '' : `${status} ${text}`;
}

const noAnswer = (error: Error): RawAnswer => ({ status: 0, text: error.message });

export async function openTarget(server: TestServer): Promise<HostileTarget> {
  const { databaseUrl } = server;
  const database = databaseUrl === undefined ? undefined : await openFingerprint(databaseUrl);
  const listening = createHttpServer(server.listener, { refuse: refuseUnreadable });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    fetch: server.fetch,

    async findFaults(valid) {
      const faults: string[] = [];
      let before = await database?.read();
      for (const request of hostileRequests(valid)) {
        const answer = await sendRaw(port, request).catch(noAnswer);
        const after = await database?.read();
        const changed = answer.status >= 300 && after !== before ? 'refused, but changed rows' : '';
        before = after;
        const fault = changed || faultOf(valid, request, answer);
        if (fault) faults.push(`${request.title}: ${fault.slice(0, 200)}`);
      }
      return faults;
    },

    async stop() {
      listening.closeAllConnections();
      await new Promise((resolve) => listening.close(resolve));
      await database?.close();
      await server.stop();
    },
  };
}
