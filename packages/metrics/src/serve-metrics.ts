import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** A request that was answered. Server, route and status come from short lists: each combination is a time series. */
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
  /** Sentence that Prometheus shows. */
  readonly help: string;
  readonly labels?: readonly string[];
}

interface GaugeDescription extends MetricDescription {
  /** Reads the samples at each scrape. If it throws, the gauge has none. */
  readonly read: () => readonly Sample[] | Promise<readonly Sample[]>;
}

/** Metrics of the servers in this process. */
export interface Metrics {
  readonly observe: (request: AnsweredRequest) => void;
  readonly gauge: (gauge: GaugeDescription) => void;
  /** Returns a function that adds 1 to a series. */
  readonly counter: (
    counter: MetricDescription,
  ) => (labels: Readonly<Record<string, string>>) => void;
}

export interface MetricsServer extends Metrics {
  /** Address of GET /metrics, the only request that is answered. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** Address that Prometheus scrapes; port 0 takes any free one. */
export interface MetricsAddress {
  readonly port: number;
  readonly host: string;
}

/** Upper bounds: from the time of a cached row to the time at which a proxy gives up. */
const DURATION_BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

async function readSamples(read: GaugeDescription['read']): Promise<readonly Sample[]> {
  try {
    return await read();
  } catch {
    return [];
  }
}

function createMetrics(registry: Registry): Metrics {
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
          // A reset gauge without labels would report 0, as if it had read that.
          if (labels.length === 0) gauge.remove();
          for (const sample of samples) gauge.set(sample.labels ?? {}, sample.value);
        },
      });
    },
    counter({ name, help, labels = [] }) {
      const counter = new Counter({ name, help, labelNames: labels, registers });
      return (values) => counter.inc(values);
    },
  };
}

const answerScrape =
  (registry: Registry): RequestListener =>
  (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      (error: unknown) => response.writeHead(500).end(`${error}\n`),
    );
  };

export async function serveMetrics({ port, host }: MetricsAddress): Promise<MetricsServer> {
  const registry = new Registry();
  const server = createServer(answerScrape(registry));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(port, host, resolve);
  });
  // The server does not keep a process alive whose start failed, or that has stopped.
  server.unref();
  collectDefaultMetrics({ register: registry });
  const { port: listening } = server.address() as AddressInfo;
  return {
    ...createMetrics(registry),
    url: `http://${host.includes(':') ? `[${host}]` : host}:${listening}/metrics`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
