import { listen } from '../../scripts/lib/local-server.ts';
import { expectList, fallbackMessages, list, test, torn } from './fallback-steps.ts';
import { expect } from './support.ts';

test('a crash and its fallback are reported to another origin, once, and only where the configuration says so', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const reports: string[] = [];
  const server = await listen(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    reports.push(`${request.method} ${request.headers['content-type']} ${body}`);
    response.end();
  });
  const { url, configure, good, next } = await openShop([list, torn]);
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The collection', good);

  await page.evaluate(() => localStorage.clear());
  await configure({ reporting: { url: `${server.url}/reports` } });
  await page.reload();
  await expectList(page, 'The collection', good);
  const report = {
    ...{ format: 2, piece: 'mfe-catalog', version: next.version, route: '/productlist' },
    release: expect.objectContaining({ shell: expect.stringMatching(/^1\.0\.0-\w{10}$/) }),
  };
  const frame = expect.stringMatching(`^${url}/remotes/mfe-catalog/${next.version}/.*js:1:\\d+$`);
  await expect
    .poll(() =>
      reports.map((text) => JSON.parse(text.replace(/^POST text\/plain;charset=UTF-8 /, ''))),
    )
    .toEqual([
      expect.objectContaining({
        ...{ ...report, event: 'error', message: 'Error: torn seam' },
        frames: expect.arrayContaining([frame]),
      }),
      expect.objectContaining({
        ...{ ...report, event: 'fallback', message: 'torn seam', cause: 'crash', frames: [] },
        fallback: good.version,
      }),
    ]);
  await server.stop();
});
