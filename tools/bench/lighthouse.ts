import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { provideChromium } from '../../scripts/lib/chromium.ts';
import { detailPage, homePage, listPage, type Setup } from './browser.ts';
import { type Measure, type Row, rowsOf, type Table } from './report.ts';

/** Fields of a Lighthouse report. Scores are from 0 to 1, times in milliseconds. */
interface Report {
  readonly categories: Readonly<Record<string, { readonly score: number }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

/** Maximum number of Lighthouse runs per page. Each takes 15 seconds; results vary less than those of single loads. */
const MOST_RUNS = 3;

const allPaths = [...[homePage, listPage, detailPage].map(({ path }) => path), '/login'];

/** Runs Lighthouse through npx, because it isn't a dependency of the project. */
async function runLighthouse(url: string, chromium: string): Promise<Report> {
  const sandbox = process.getuid?.() === 0 ? ' --no-sandbox' : '';
  const { stdout } = await promisify(execFile)(
    'npx',
    [
      '--yes',
      'lighthouse@12',
      url,
      '--output=json',
      '--quiet',
      `--chrome-flags=--headless=new${sandbox}`,
    ],
    { env: { ...process.env, CHROME_PATH: chromium }, maxBuffer: 64e6 },
  );
  return JSON.parse(stdout);
}

const score = (name: string, category: string): Measure<Report> => ({
  name,
  unit: '',
  read: ({ categories }) => (categories[category]?.score ?? 0) * 100,
});

const time = (name: string, audit: string): Measure<Report> => ({
  name,
  unit: 'ms',
  read: ({ audits }) => audits[audit]?.numericValue ?? 0,
});

const measures: readonly Measure<Report>[] = [
  score('performance', 'performance'),
  score('accessibility', 'accessibility'),
  score('best practices', 'best-practices'),
  score('SEO', 'seo'),
  time('LCP', 'largest-contentful-paint'),
  time('blocking time', 'total-blocking-time'),
];

/** Measures the shop with Lighthouse's simulated phone. If Lighthouse can't run, the table's note says so. */
export async function measureLighthouse(
  { shop }: Setup,
  runs: number,
  paths = allPaths,
): Promise<Table> {
  const chromium = await provideChromium();
  const rows: Row[] = [];
  let note = 'Lighthouse 12, mobile, its default settings; at most three runs.';
  try {
    for (const path of paths) {
      const reports: Report[] = [];
      for (let each = 0; each < Math.min(runs, MOST_RUNS); each += 1) {
        const run = () => runLighthouse(shop.url + path, chromium);
        // Of 24 runs one ended with “Please run Lighthouse again” (NO_NAVSTART, Lighthouse 12).
        reports.push(await run().catch(run));
      }
      const found = rowsOf(measures, { shop: reports, reference: [] });
      rows.push(...found.map((row) => ({ ...row, name: `${path} ${row.name}` })));
    }
  } catch (error) {
    note = `Left out: Lighthouse could not be run (${String(error).split('\n').slice(0, 2).join(' ')}).`;
  }
  return { title: 'Lighthouse', note, rows };
}
