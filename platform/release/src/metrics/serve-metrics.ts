import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/**
 * An answered request. Server, route and status come from short lists, because each combination becomes a time series.
 */
interface AnsweredRequest {
  readonly server: 'api' | 'shop';
  /** The endpoint's name, or the kind of file. Never a path or an id. */
  readonly route: string;
  readonly status: number;
  readonly milliseconds: number;
}

export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

interface MetricDescription {
  readonly name: string;
  /** Help text that Prometheus shows. */
  readonly help: string;
  readonly labels?: readonly string[];
}

interface GaugeDescription extends MetricDescription {
  /** Reads the samples at each scrape. If it throws, the gauge has no samples. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

type DocumentReader = (query: URLSearchParams) => object | Promise<object>;

/** Metrics of one process. */
export interface Metrics {
  readonly observe: (request: AnsweredRequest) => void;
  readonly gauge: (gauge: GaugeDescription) => void;
  /** Returns a function that increments a series by 1. */
  readonly counter: (
    counter: MetricDescription,
  ) => (labels: Readonly<Record<string, string>>) => void;
  /** Returns a function that adds a value to a series. */
  readonly histogram: (
    histogram: MetricDescription & { readonly buckets: readonly number[] },
  ) => (labels: Readonly<Record<string, string>>, value: number) => void;
  /** Serves a function's result as JSON at a path, beside the metrics. */
  readonly document: (pathname: string, read: DocumentReader) => void;
}

export interface MetricsServer extends Metrics {
  /** URL of GET /metrics. Besides it, the server has only the documents. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Address to listen on. Port 0 picks a free one. */
export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

/** Upper bounds of the buckets, from the time for a cached row to the timeout of a proxy. */
const DURATION_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

async function readSamples(read: GaugeDescription['read']): Promise<readonly Sample[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}

function createMetrics(registry: Registry, documents: Map<string, DocumentReader>): Metrics {
  const registers = [registry];
  const requests = new Counter({
    name: 'patchwork_requests_total',
    help: 'Requests that were answered.',
    labelNames: ['server', 'route', 'status'],
    registers,
  });
  const durations = new Histogram({
    name: 'patchwork_request_duration_seconds',
    help: 'Time from a request to its answer.',
    labelNames: ['server', 'route'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers,
  });
  return {
    observe({ server, route, status, milliseconds }) {
      requests.inc({ server, route, status });
      durations.observe({ server, route }, milliseconds / 1000);
    },
    gauge({ name, help, labels = [], read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: labels,
        registers,
        async collect() {
          const samples = await readSamples(read);
          gauge.reset();
          // A reset gauge without labels would report 0, a value that was never read.
          if (labels.length === 0) gauge.remove();
          for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
        },
      });
    },
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return (values) => counter.inc(values);
    },
    histogram({ name, help, labels = [], buckets }) {
      const histogram = new Histogram({
        ...{ name, help, labelNames: labels, buckets: [...buckets], registers },
      });
      return (values, value) => histogram.observe(values, value);
    },
    document: (pathname, read) => void documents.set(pathname, read),
  };
}

const answerScrape =
  (registry: Registry, documents: ReadonlyMap<string, DocumentReader>): RequestListener =>
  (request, response) => {
    const [pathname = '', query] = (request.url ?? '').split('?');
    const read = documents.get(pathname);
    if (request.method !== 'GET' || (pathname !== '/metrics' && !read)) {
      response.writeHead(404).end();
      return;
    }
    async function answer(): Promise<void> {
      const text = read
        ? JSON.stringify(await read(new URLSearchParams(query)))
        : await registry.metrics();
      const type = read ? 'application/json' : registry.contentType;
      response.writeHead(200, { 'content-type': type }).end(text);
    }
    answer().catch((error: unknown) => response.writeHead(500).end(`${error}\n`));
  };

export async function serveMetrics({ port, host }: MetricsAddress): Promise<MetricsServer> {
  const registry = new Registry();
  const documents = new Map<string, DocumentReader>();
  const server = createServer(answerScrape(registry, documents));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  // A failed or stopped process must not be kept alive by this server.
  server.unref();
  collectDefaultMetrics({ register: registry });
  const { port: listening } = server.address() as AddressInfo;
  return {
    ...createMetrics(registry, documents),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
