import { readSample } from '@patchwork/mock-server/sample-answers';
import { serve } from '@patchwork/release';
import { openTestMetrics } from '@patchwork/release/metrics/testing';
import { release, stableVersion } from '../release-folder.ts';
import { expect, expectHeading, test } from '../support.ts';

test('a page that is left is one visit of the versions that it used, and a remote that did not load has failed in it', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/mfe[-_]account|404/);
  const metrics = await openTestMetrics();
  const server = await serve({
    release,
    port: 0,
    sample: readSample,
    defaultConfig: { reporting: { url: '/reports', visits: 1 } },
    metrics,
  });
  const countsOf = async (remote: string) =>
    (await fetch(new URL(`/visits.json?remote=${remote}`, metrics.url))).json();
  const visit = async (remote: string, counts: object) => {
    const { version } = await stableVersion(release, remote);
    return { format: 1, minutes: [{ remote, version, pointer: 'stable', counts }] };
  };
  try {
    await page.route('**/remotes/mfe-account/**', (route) => route.fulfill({ status: 404 }));
    const observed = page.waitForResponse(/\/vitals\./);
    await page.goto(`${server.url}/productlist`);
    await expect(page.getByRole('article')).toHaveCount(14);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expectHeading(page, 'Account can’t be reached just now');
    await (await observed).finished();
    expect(await countsOf('mfe-catalog')).toEqual({ format: 1, minutes: [] });

    await page.goto('about:blank');
    await expect.poll(() => countsOf('mfe-catalog')).not.toEqual({ format: 1, minutes: [] });
    const catalog = await countsOf('mfe-catalog');
    expect(catalog).toMatchObject(await visit('mfe-catalog', { views: 1 }));
    const names = Object.keys(catalog.minutes[0].counts).join();
    expect(names).toMatch(/lcp:\d+/);
    expect(names).not.toMatch(/errors|loadFailures|fallbacks/);
    expect(await countsOf('mfe-account')).toMatchObject(
      await visit('mfe-account', { views: 1, loadFailures: 1 }),
    );
  } finally {
    await server.stop();
    await metrics.stop();
  }
});
