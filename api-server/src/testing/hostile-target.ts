import { type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpServer } from '@patchwork/release/http-server';
import pg from 'pg';
import * as v from 'valibot';
import { refuseUnreadable } from '../http/answer.ts';
import type { Settings } from '../settings.ts';
import {
  type HostileRequest,
  hostileRequests,
  type RawRequest,
  type ValidRequest,
} from './hostile-requests.ts';
import { openTestServer } from './server.ts';

interface RawAnswer {
  readonly status: number;
  readonly text: string;
}

async function read(response: IncomingMessage): Promise<RawAnswer> {
  let text = '';
  response.setEncoding('utf8');
  for await (const part of response) text += part;
  return { status: response.statusCode ?? 0, text };
}

/** Sends a request that `fetch` would refuse to send. Rejects if the server closes the connection without an answer. */
const sendRaw = (
  port: number,
  { method, path, headers = [], body }: RawRequest,
): Promise<RawAnswer> =>
  new Promise((resolve, reject) => {
    const length = body ? ['content-length', String(body.length)] : [];
    const sent = request(
      { port, method, path, headers: ['host', 'localhost', ...length, ...headers], agent: false },
      (response) => resolve(read(response)),
    );
    // The response may arrive, and the connection close, while the body is still being sent.
    sent.on('error', reject);
    sent.end(body);
  });

/** Tables that a refused request may change, because attempts are counted there. */
const uncounted = ['rate_limits'];

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Opens a connection for hashing the contents of the Postgres database at this address. */
async function openFingerprint(url: string) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  );
  const tables = rows.map(({ name }) => name).filter((name) => !uncounted.includes(name));
  const parts = tables.map(
    (name) => `(select md5(string_agg(t::text, ',' order by t::text)) from ${quoted(name)} t)`,
  );
  const hashes = `select concat_ws(' ', ${parts.join(', ')}) as text`;
  const textOf = async (statement: string) =>
    (await client.query<{ text: string }>(statement)).rows[0]?.text ?? '';
  let end = '';
  let hash = '';
  return {
    /** Returns a hash of all rows of all tables that are not in `uncounted`. */
    read: async () => {
      // Every change is in the write-ahead log: while its position is the same, no table needs to be read.
      const now = await textOf('select pg_current_wal_insert_lsn()::text as text');
      if (now !== end) hash = await textOf(hashes);
      end = now;
      return hash;
    },
    close: () => client.end(),
  };
}

const refusal = v.object({
  errors: v.pipe(v.array(v.string()), v.minLength(1)),
  code: v.pipe(v.string(), v.nonEmpty()),
});

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the fault of a response; '' for a clear refusal, or for a success as the endpoint table specifies. */
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

export type HostileTarget = Awaited<ReturnType<typeof openTarget>>;

/** Starts a server on a port, to receive hostile requests. */
export async function openTarget(location: Settings['database'], settings: Partial<Settings> = {}) {
  const server = await openTestServer({ ...settings, database: location });
  const database = location.kind === 'postgres' ? await openFingerprint(location.url) : undefined;
  const listening = createHttpServer(server.listener, { refuse: refuseUnreadable });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const { port } = listening.address() as AddressInfo;
  return {
    fetch: server.fetch,

    /**
     * Sends all hostile variants of a valid request. Returns the title and fault of each variant with an incorrect
     * answer, or with an error status although rows changed.
     */
    async findFaults(valid: ValidRequest) {
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
