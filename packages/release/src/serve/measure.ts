import type { IncomingMessage, RequestListener } from 'node:http';
import { type Registry, versionsOf } from '@patchwork/federation';
import type { Metrics, Sample } from '@patchwork/metrics';
import * as v from 'valibot';
import { shellName } from '../folder/layout.ts';
import { fileHeaders } from '../page/security-headers.ts';
import type { Documents } from './documents.ts';
import type { Shop } from './pages.ts';
import { sendText, setHeaders } from './send.ts';

/** Path at which pages may report, if `reporting.url` of the runtime configuration names it. */
export const REPORTS_PATH = '/reports';

/** Maximum size of a report: twice that of one about a shop of a hundred remotes. */
const MAX_REPORT_BYTES = 10_000;

/**
 * Maximum number of reports from all pages. A page sends twenty at most: more come from a fault that is known by then,
 * or from an attack.
 */
const MAX_REPORTS_PER_MINUTE = 600;
const MINUTE_MS = 60_000;

const report = v.object({
  event: v.picklist(['error', 'fallback', 'violation']),
  piece: v.string(),
  version: v.string(),
});

type Report = v.InferOutput<typeof report>;

/** Versions that this shop has published, by piece. */
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
 * Returns the labels of a report. A client's text becomes a label only if the registry has it too: else a client could
 * add any number of series.
 */
function labelsOf({ event, piece, version }: Report, shop: Shop) {
  const versions = knownVersions(shop).get(piece);
  return {
    event,
    remote: versions ? piece : 'other',
    version: versions?.has(version) ? version : 'other',
  };
}

function limitRate(): () => boolean {
  let [minute, count] = [0, 0];
  return () => {
    const now = Math.floor(performance.now() / MINUTE_MS);
    [minute, count] = [now, now === minute ? count + 1 : 1];
    return count <= MAX_REPORTS_PER_MINUTE;
  };
}

async function readReport(request: IncomingMessage): Promise<Report | undefined> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  try {
    return v.parse(report, JSON.parse(Buffer.concat(parts).toString()));
  } catch {
    return undefined;
  }
}

/** Takes the reports of pages: counted by remote and version, and not kept. */
export function countReports(metrics: Metrics, documents: Documents): RequestListener {
  const count = metrics.counter({
    name: 'patchwork_browser_reports_total',
    help: 'Errors, fallbacks and violations of the policy that browsers reported.',
    labels: ['event', 'remote', 'version'],
  });
  const isAllowed = limitRate();
  return (request, response) => {
    function refuse(status: number, sentence: string): void {
      response.setHeader('connection', 'close');
      sendText(response, status, sentence);
    }
    setHeaders(response, fileHeaders);
    const length = Number(request.headers['content-length'] ?? Number.NaN);
    if (!isAllowed()) return refuse(429, 'Too many reports.');
    if (Number.isNaN(length)) return refuse(411, 'A report has a length.');
    if (length > MAX_REPORT_BYTES) return refuse(413, 'This is too long for a report.');
    readReport(request)
      .then((read) => {
        if (!read) return refuse(400, 'This is no report.');
        count(labelsOf(read, documents().shop));
        response.writeHead(204).end();
      })
      // The client left, or the folder can't be read.
      .catch(() => response.destroy());
  };
}

/** Status of a request whose client left before the end of the answer, as nginx logs it. */
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

/** Counts the requests that a listener answers, and takes the reports of browsers. */
export function measure(
  metrics: Metrics,
  documents: Documents,
  answer: RequestListener,
): RequestListener {
  metrics.gauge({
    name: 'patchwork_served_version',
    help: '1 for each version that visitors get, by its pointer.',
    labels: ['remote', 'version', 'pointer'],
    read: () => servedVersions(documents().shop.registry),
  });
  const takeReport = countReports(metrics, documents);
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
