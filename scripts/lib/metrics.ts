import { whenStopped } from '@patchwork/cli/processes';
import { type MetricsServer, openMetrics } from '@patchwork/metrics';
import { REPORTS_PATH, ReleaseError, readPort } from '@patchwork/release';

/**
 * Opens the metrics that the environment asks for, until this program is stopped; undefined if it asks for none.
 * Throws a ReleaseError when the address is not available.
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
      `METRICS_HOST ${host}, METRICS_PORT ${port}: can’t be listened on (${code})`,
    );
  }
}

/** Runtime configuration of a shop whose pages report to the server with the metrics. */
export const measuredConfig = { reporting: { url: REPORTS_PATH } };
