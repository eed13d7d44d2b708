import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SpanStatusCode } from '@opentelemetry/api';
import { sql } from 'drizzle-orm';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { ApiServer } from '../create-api-server.ts';
import { openDatabase } from '../database/open.ts';
import { describeOnPostgres } from '../testing/databases.ts';
import { openTestServer } from '../testing/server.ts';
import { productId } from '../testing/shop.ts';
import { type Called, connect, shopWith, signUp } from '../testing/shopper.ts';

interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: Span[] }[] }[];
}

/** Starts a collector that reads OTLP over HTTP, as JSON. */
async function openCollector() {
  const spans: Span[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    if (request.url !== '/v1/traces') return response.writeHead(404).end();
    const sent: Export = JSON.parse(Buffer.concat(chunks).toString());
    spans.push(
      ...sent.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans)),
    );
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { spans, endpoint, of: (trace: string) => spans.filter((s) => s.traceId === trace) };
}

const page = 'b7ad6b7169203331';
const traceId = (number: number) => number.toString(16).padStart(32, '0');

/** Returns the server as a page calls it whose requests belong to a trace. */
const traced = (server: ApiServer, trace: string): Called => ({
  fetch: (request) => {
    request.headers.set('traceparent', `00-${trace}-${page}-00`);
    return server.fetch(request);
  },
});

/** Leaves one connection for reads, so that concurrent requests wait for it. */
const FEW_CONNECTIONS = 3;

describeOnPostgres('on Postgres', (newDatabase) => {
  test('a purchase is one trace from the page’s request to the SQL statements, without values', async () => {
    const { endpoint, spans, of } = await openCollector();
    const database = await newDatabase();
    const server = await openTestServer({ database, traces: { endpoint, share: 1 } });
    const { token, account } = await signUp(server, productId);
    const trace = traceId(0xabc);
    expect(await shopWith(connect(traced(server, trace), token)).buy()).toMatchObject({
      status: 201,
    });

    const { db, close } = await openDatabase(database);
    const comment = `%/*traceparent='00-${trace}-%-01'*/`;
    const last = await db.execute(sql`select 1 from pg_stat_activity where query like ${comment}`);
    await close();
    await server.stop();

    expect(Object(last).rows.length).toBeGreaterThan(0);
    const confirmation = of(trace).find(({ name }) => name === 'confirmCheckout');
    expect(confirmation).toMatchObject({ parentSpanId: page, kind: 2 });
    const statements = of(trace).filter(
      ({ parentSpanId }) => parentSpanId === confirmation?.spanId,
    );
    expect(new Set(statements.map(({ name }) => name))).toContain('insert');
    expect(JSON.stringify(statements)).toContain('insert into \\"orders\\"');
    for (const value of [account.email, account.name, token, productId]) {
      expect(JSON.stringify(spans)).not.toContain(value);
    }
  });

  test('requests that wait for one connection keep their statements apart', async () => {
    const { endpoint, of } = await openCollector();
    const database = await newDatabase(FEW_CONNECTIONS);
    const server = await openTestServer({ database, traces: { endpoint, share: 1 } });
    const { token } = await signUp(server);
    const traces = Array.from({ length: 20 }, (_, index) => traceId(index + 1));
    await Promise.all(
      traces.map((trace) => connect(traced(server, trace), token)('GET', '/user/cart')),
    );
    await server.stop();
    const counts = traces.map((trace) => of(trace).length);
    expect(counts[0]).toBeGreaterThan(2);
    expect(new Set(counts).size).toBe(1);
  });

  test('a statement that fails is marked as an error in its trace', async () => {
    vi.spyOn(console, 'error').mockReturnValue();
    const { endpoint, of } = await openCollector();
    const database = await newDatabase();
    const server = await openTestServer({ database, traces: { endpoint, share: 1 } });
    const { db, close } = await openDatabase(database);
    await db.execute(sql`drop table categories`);
    await close();
    const call = connect(traced(server, traceId(1)));
    expect(await call('GET', '/categories')).toMatchObject({ status: 500 });
    await server.stop();
    const failed = of(traceId(1)).find(({ name }) => name === 'select');
    expect(failed).toMatchObject({ status: { code: SpanStatusCode.ERROR } });
  });

  test('a trace is recorded by the server’s share, whatever the page’s flag says', async () => {
    const { endpoint, spans } = await openCollector();
    const traces = { endpoint, share: 0 };
    const server = await openTestServer({ database: await newDatabase(), traces });
    const headers = { traceparent: `00-${traceId(1)}-${page}-01` };
    await server.fetch(new Request('http://localhost/api/categories', { headers }));
    await server.stop();
    expect(spans).toEqual([]);
  });

  test('a collector that is away delays the server’s end by a second at most', async () => {
    const traces = { endpoint: 'http://127.0.0.1:1', share: 1 };
    const server = await openTestServer({ database: await newDatabase(), traces });
    await server.fetch(new Request('http://localhost/healthz'));
    const start = performance.now();
    await server.stop();
    expect(performance.now() - start).toBeLessThan(4_000);
  });
});
