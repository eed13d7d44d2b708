import type { MetricsAddress, MetricsServer } from './serve-metrics.ts';

export type { Metrics, MetricsAddress, MetricsServer, Sample } from './serve-metrics.ts';

/**
 * Opens the one registry of this process on a port of its own, with Node's own metrics in it. prom-client takes
 * 50 ms and 11 MB to load, so only a process that is scraped loads it. Rejects with the system's error where the
 * address is not available.
 */
export async function openMetrics(address: MetricsAddress): Promise<MetricsServer> {
  const { serveMetrics } = await import('./serve-metrics.ts');
  return serveMetrics(address);
}
