import type { IncomingMessage, RequestListener } from 'node:http';
import { fileHeaders } from '@patchwork/build/policy';
import { type Registry, versionsOf } from '@patchwork/host';
import * as v from 'valibot';
import {
  createVisitCounts,
  keepInMemory,
  type VisitReport,
  type VisitStore,
  visitSchema,
} from '../health/visit-counts.ts';
import { clientAddress } from '../http-server/client-address.ts';
import type { Metrics, Sample } from '../metrics/index.ts';
import { shellName } from '../release-folder/layout.ts';
import type { Documents } from './documents.ts';
import type { Shop } from './pages.ts';
import { sendText, setHeaders } from './send.ts';

/** Path for pages' reports of errors and visits, if `reporting.url` of the runtime configuration names it. */
export const REPORTS_PATH = '/reports';

/** Path of the visit counts, on the port of the metrics. */
export const VISITS_PATH = '/visits.json';

/** Maximum size of a report in bytes: twice the size that a shop with a hundred remotes sends. */
const MAX_REPORT_BYTES = 10_000;

/**
 * Maximum number of reports that are counted per minute from one address. A page sends at most 21. Further ones would
 * repeat a fault that is already counted, or come from an attack.
 */
const MAX_REPORTS_PER_ADDRESS = 60;
/** Maximum number of reports that are counted per minute from all addresses. */
const MAX_REPORTS_PER_MINUTE = 6000;
const MINUTE_MS = 60_000;

const report = v.object({
  event: v.picklist(['error', 'caught', 'fallback', 'violation']),
  piece: v.string(),
  version: v.string(),
});

type Report = v.InferOutput<typeof report>;

const anyReport = v.variant('event', [report, visitSchema]);

/** Returns the versions that the registry and the previews name, by piece. */
function knownVersions({ registry, previews }: Shop): ReadonlyMap<string, ReadonlySet<string>> {
  const { shell } = registry;
  const known = new Map<string, Set<string>>();
  const ofPreviews = previews.flatMap(({ remotes }) => remotes);
  for (const { id, version } of [...versionsOf(registry), ...ofPreviews]) {
    known.set(id, (known.get(id) ?? new Set()).add(version));
  }
  return shell ? known.set(shellName, new Set([shell.version, ...shell.previous])) : known;
}

/**
 * Returns a report's labels. Text from a client becomes a label only if the registry or a preview contains it;
 * otherwise clients could create any number of series.
 */
function labelsOf({ event, piece, version }: Report, shop: Shop) {
  const versions = knownVersions(shop).get(piece);
  return {
    event,
    remote: versions ? piece : 'other',
    version: versions?.has(version) ? version : 'other',
  };
}

/** Returns a function that counts a report from an address, and says whether it is within this minute's limits. */
function limitRate(): (address: string) => boolean {
  let [minute, total] = [0, 0];
  const counts = new Map<string, number>();
  return (address) => {
    const now = Math.floor(performance.now() / MINUTE_MS);
    if (now !== minute) {
      [minute, total] = [now, 0];
      counts.clear();
    }
    if (total >= MAX_REPORTS_PER_MINUTE) return false;
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    if (count > MAX_REPORTS_PER_ADDRESS) return false;
    total += 1;
    return true;
  };
}

async function readReport(
  request: IncomingMessage,
): Promise<v.InferOutput<typeof anyReport> | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return v.parse(anyReport, JSON.parse(Buffer.concat(parts).toString()));
  } catch {
    return undefined;
  }
}

const faultNames = ['errors', 'loadFailures', 'fallbacks', 'longFrames'];

const isVital = (name: string): boolean => /^(?:lcp|inp|cls):/.test(name);

/** Upper edges of the buckets in `/metrics`: for LCP and INP in seconds, for CLS without a unit. */
const vitalBuckets = {
  lcp: [0.5, 0.8, 1.2, 1.8, 2.5, 4, 8],
  inp: [0.025, 0.05, 0.1, 0.2, 0.5, 1],
  cls: [0.001, 0.01, 0.05, 0.1, 0.25, 1],
};

/** Returns a function that counts a visit, in the metrics and for `patchwork health`. */
function countVisits(metrics: Metrics, documents: Documents, store: VisitStore) {
  const labels = ['remote', 'version', 'pointer'];
  const visits = metrics.counter({
    name: 'patchwork_visits_total',
    help: 'Page loads that used a version, one a day for each address.',
    labels,
  });
  const faults = metrics.counter({
    name: 'patchwork_visit_faults_total',
    help: 'Page loads in which a version had an error, could not be loaded, fell back, or made a frame long.',
    labels: [...labels, 'fault'],
  });
  const [lcp, inp, cls] = (['lcp', 'inp', 'cls'] as const).map((vital) =>
    metrics.histogram({
      name: `patchwork_visit_${vital}${vital === 'cls' ? '' : '_seconds'}`,
      help: `${vital.toUpperCase()} of the pages of a remote.`,
      labels,
      buckets: vitalBuckets[vital],
    }),
  );
  const take = createVisitCounts(store);
  metrics.document(VISITS_PATH, async (query) => ({
    format: 1,
    database: await store.identify?.(),
    minutes: await store.read(query.get('remote') ?? '', Number(query.get('since')) || 0),
  }));
  return (report: VisitReport, address: string): void => {
    const { registry } = documents().shop;
    for (const counted of take(report, address, registry)) {
      visits(counted.labels);
      for (const fault of counted.names.filter((name) => faultNames.includes(name)))
        faults({ ...counted.labels, fault });
      if (report.page !== counted.labels.remote || !counted.names.some(isVital)) continue;
      if (report.lcp !== undefined) lcp?.(counted.labels, report.lcp / 1000);
      if (report.inp !== undefined) inp?.(counted.labels, report.inp / 1000);
      if (report.cls !== undefined) cls?.(counted.labels, report.cls);
    }
  };
}

export interface ReportOptions {
  /**
   * Number of the operator's own proxies in front of the server, to find the addresses that reports come from. By
   * default none.
   */
  readonly proxies?: number | undefined;
  /** Store of the counts of visits. By default the memory of this process. */
  readonly visits?: VisitStore | undefined;
}

/** Returns a handler that counts pages' reports by remote and version, without storing the reports. */
export function countReports(
  metrics: Metrics,
  documents: Documents,
  { proxies = 0, visits = keepInMemory() }: ReportOptions,
): RequestListener {
  const count = metrics.counter({
    name: 'patchwork_browser_reports_total',
    help: 'Errors, errors that a remote caught, fallbacks and violations of the policy that browsers reported.',
    labels: ['event', 'remote', 'version'],
  });
  const countVisit = countVisits(metrics, documents, visits);
  const isAllowed = limitRate();
  return (request, response) => {
    function refuse(status: number, sentence: string): void {
      response.setHeader('connection', 'close');
      sendText(response, status, sentence);
    }
    setHeaders(response, fileHeaders);
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    const forwardedFor = request.headers['x-forwarded-for'];
    const address = clientAddress(request.socket.remoteAddress, forwardedFor?.toString(), proxies);
    if (!isAllowed(address)) return refuse(429, 'Too many reports.');
    if (Number.isNaN(length)) return refuse(411, 'A report needs a Content-Length.');
    if (length > MAX_REPORT_BYTES) return refuse(413, 'This is too long for a report.');
    readReport(request)
      .then((read) => {
        if (!read) return refuse(400, 'This is not a report.');
        if (read.event === 'visit') countVisit(read, address);
        else count(labelsOf(read, documents().shop));
        response.writeHead(204).end();
      })
      // The client has disconnected, or the folder is unreadable.
      .catch(() => response.destroy());
  };
}

/** Status for a client that disconnected before the response ended, as nginx logs it. */
const CLIENT_LEFT = 499;

const routes: readonly [RegExp, string][] = [
  [/^\/(?:registry|config)\.json$/, 'document'],
  [/^\/static\//, 'static'],
  [/^\/remotes\//, 'remote'],
  [/^\/shell\//, 'shell'],
  [/^\/images\//, 'image'],
  [/^\/(?:robots\.txt|sitemap[^/]*\.xml)$/, 'crawler'],
  [/\.[^/]+$/, 'file'],
];

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/s, '');

const routeOf = (pathname: string): string =>
  routes.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'page';

function servedVersions({ shell, remotes }: Registry): Sample[] {
  const sample = (remote: string, version: string, pointer: string): Sample => ({
    labels: { remote, version, pointer },
    value: 1,
  });
  return [
    ...(shell ? [sample('shell', shell.version, 'stable')] : []),
    ...remotes.flatMap(({ id, stable, canary }) => [
      sample(id, stable.version, 'stable'),
      ...(canary ? [sample(id, canary.release.version, 'canary')] : []),
    ]),
  ];
}

/** Returns a listener that counts requests, passes them to `answer`, and itself receives browsers' reports. */
export function measure(
  metrics: Metrics,
  documents: Documents,
  answer: RequestListener,
  options: ReportOptions,
): RequestListener {
  metrics.gauge({
    name: 'patchwork_served_version',
    help: '1 for each version that visitors get, by its pointer.',
    labels: ['remote', 'version', 'pointer'],
    read: () => servedVersions(documents().shop.registry),
  });
  const takeReport = countReports(metrics, documents, options);
  return (request, response) => {
    const start = performance.now();
    const pathname = pathOf(request);
    const isReport = pathname === REPORTS_PATH && request.method === 'POST';
    response.once('close', () =>
      metrics.observe({
        server: 'shop',
        route: isReport ? 'report' : routeOf(pathname),
        status: response.writableFinished ? response.statusCode : CLIENT_LEFT,
        milliseconds: performance.now() - start,
      }),
    );
    if (isReport) takeReport(request, response);
    else answer(request, response);
  };
}
