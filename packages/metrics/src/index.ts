import type { MetricsAddress, MetricsServer } from './serve-metrics.ts';

export type { Metrics, MetricsAddress, MetricsServer, Sample } from './serve-metrics.ts';

/**
 * Serves this process's metrics, with Node's own, on a port of their own. prom-client takes 50 ms and 11 MB to
 * load, so only a process that is scraped loads it. Rejects with the system's error if the address is not
 * available.
 */
export async function openMetrics(address: MetricsAddress): Promise<MetricsServer> {
  const { serveMetrics } = await import('./serve-metrics.ts');
  return serveMetrics(address);
}
