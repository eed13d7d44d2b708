import type { MetricsAddress, MetricsServer } from './serve-metrics.ts';

export type { Metrics, MetricsAddress, MetricsServer, Sample } from './serve-metrics.ts';

/**
 * Serves this process's metrics and Node's own on a separate port. prom-client takes 50 ms and 11 MB to load, so it is
 * loaded only here. Rejects with the system's error if the address is not available.
 */
export async function openMetrics(address: MetricsAddress): Promise<MetricsServer> {
  const { serveMetrics } = await import('./serve-metrics.ts');
  return serveMetrics(address);
}
