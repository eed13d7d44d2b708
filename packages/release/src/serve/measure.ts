import type { IncomingMessage, RequestListener } from 'node:http';
import type { Registry } from '@patchwork/federation';
import type { Metrics, Sample } from '@patchwork/metrics';
import type { Documents } from './documents.ts';
import { countReports, REPORTS_PATH } from './reports.ts';

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

/** Kind of what a path names. Any path has one of these few. */
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
