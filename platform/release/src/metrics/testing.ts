import { type MetricsServer, openMetrics } from './index.ts';

/** Serves metrics on a free port of this machine. */
export const openTestMetrics = (): Promise<MetricsServer> =>
  openMetrics({ port: 0, host: '127.0.0.1' });

/** Scrapes a server. Resolves to the values by series: 'name' or 'name{label="value"}'. */
export async function scrape({ url }: MetricsServer): Promise<ReadonlyMap<string, number>> {
  const response = await fetch(url);
  if (response.status !== 200) throw new Error(`${url}: ${response.status}`);
  const lines = (await response.text()).split('\n').filter((line) => /^[a-z]/.test(line));
  return new Map(
    lines.map((line) => {
      const end = line.lastIndexOf(' ');
      return [line.slice(0, end), Number(line.slice(end + 1))];
    }),
  );
}

/** Sums those series of a metric that have these labels; 0 if there are none. */
export function sumOf(
  samples: ReadonlyMap<string, number>,
  name: string,
  labels: Readonly<Record<string, string>> = {},
): number {
  const wanted = Object.entries(labels).map(([label, value]) => `${label}="${value}"`);
  const series = [...samples].filter(
    ([key]) => key.split('{')[0] === name && wanted.every((label) => key.includes(label)),
  );
  return series.reduce((total, [, value]) => total + value, 0);
}
