import { whenStopped } from '@patchwork/cli/processes';
import { REPORTS_PATH, ReleaseError, readPort } from '@patchwork/release';
import { type MetricsServer, openMetrics } from '@patchwork/release/metrics';
import type { VisitDatabase } from './visits-database.ts';

/**
 * Serves the metrics until the program is stopped. Resolves to undefined without METRICS_PORT. Rejects with a
 * ReleaseError if the port is invalid or the address is not available.
 */
export async function openMetricsOfEnvironment(): Promise<MetricsServer | undefined> {
  const { METRICS_PORT, METRICS_HOST } = process.env;
  const port = readPort(METRICS_PORT, undefined, 'METRICS_PORT');
  if (port === undefined) return undefined;
  const host = METRICS_HOST || '127.0.0.1';
  try {
    const metrics = await openMetrics({ port, host });
    whenStopped(metrics.stop);
    console.log(`Prometheus finds the metrics at ${metrics.url}`);
    return metrics;
  } catch (error) {
    const code = Reflect.get(Object(error), 'code');
    throw new ReleaseError(
      `METRICS_HOST ${host}, METRICS_PORT ${port}: this address is not available (${code}). Choose another`,
    );
  }
}

/**
 * Opens the database for the counts of visits, and loads the driver for it. Resolves to undefined without
 * VISITS_DATABASE_URL. Rejects with a ReleaseError if the URL is invalid or METRICS_PORT is missing.
 */
export async function openVisitsOfEnvironment(): Promise<VisitDatabase | undefined> {
  const { VISITS_DATABASE_URL: url, METRICS_PORT } = process.env;
  if (!url) return undefined;
  // The value is not repeated, because it contains a password.
  if (!/^postgres(?:ql)?:\/\//.test(url) || !URL.canParse(url)) {
    throw new ReleaseError(
      'VISITS_DATABASE_URL is invalid: write it as postgres://user:password@host:5432/name',
    );
  }
  if (!METRICS_PORT) {
    throw new ReleaseError(
      'VISITS_DATABASE_URL needs METRICS_PORT, without which no visits are counted',
    );
  }
  const { openVisitDatabase } = await import('./visits-database.ts');
  return openVisitDatabase(url);
}

/** Runtime configuration for a shop whose pages report to the metrics server. */
export const measuredConfig = { reporting: { url: REPORTS_PATH, visits: 1 } };
