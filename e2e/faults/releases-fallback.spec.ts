import { listen } from '../../scripts/lib/local-server.ts';
import { addVersion, point, removeFiles } from '../release-folder.ts';
import { expect, expectHeading, hold } from '../support.ts';
import {
  endless,
  expectList,
  fallbackMessages,
  heading,
  list,
  region,
  storedFailures,
  test,
  torn,
  visitThatHangs,
} from './fallback-steps.ts';

test('a version whose files are missing is replaced during a visit', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const { url, folder, good, next } = await openShop();
  // Without prefetching, the page needs the missing files.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'requestIdleCallback'));
  await page.route('**/__federation_expose_ProductDetail*', (route) =>
    route.request().url().includes('2.0.0-next') ? route.abort() : route.continue(),
  );
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The new collection', next);
  await removeFiles(folder, next);
  await page.getByRole('article').first().getByRole('link').first().click();
  await expect(page.getByRole('button', { name: /Add to/i }).first()).toBeVisible();
  await expect(region(page)).toHaveAttribute('data-version', good.version);
  await page.goBack();
  await expectList(page, 'The collection', good);
});

test('a version that crashes is replaced without a reload, and the page works', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const { url, folder, good, next } = await openShop([list, torn]);
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The collection', good);
  await page.getByRole('main').getByRole('checkbox', { name: 'Kids' }).check();
  await expect(page.getByRole('article')).toHaveCount(3);
  const sheets = `link[rel=stylesheet][href*="${next.version}"], [data-sheet*="${next.version}"]`;
  await expect(page.locator(sheets)).toHaveCount(0);
  expect(await storedFailures(page)).toContain(next.version);

  // The fixed version is another one: the failure of the old one does not count.
  const fixed = await addVersion(folder, good, '2.0.1-fixed', heading);
  await point(folder, { stable: fixed, previous: [next, good] });
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The new collection', fixed);
});

test('after another page was tried again, a page that was shown before still loads its parts', async ({
  page,
  expectConsole,
}) => {
  expectConsole(/mfe[-_]catalog|500/);
  const broken = '**/__federation_expose_Home*.js';
  await page.route(broken, (route) => route.fulfill({ status: 500 }));
  await page.goto('/productlist');
  await page.getByRole('article').first().getByRole('link').first().click();
  const picture = page.getByRole('button', { name: /^Full screen/ }).first();
  await expect(picture).toBeVisible();
  await page.getByRole('link', { name: 'Patchwork', exact: true }).click();
  const tryAgain = page.getByRole('button', { name: 'Try again' });
  await expect(tryAgain).toBeVisible();
  await page.unroute(broken);
  await tryAgain.click();
  await expectHeading(page, 'Made slowly, worn often.');
  await page.goBack();
  await picture.click();
  await expect(page.getByRole('dialog', { name: /^Pictures of/ })).toBeVisible();
});

test('a page that crashes during use keeps the focus, and none of its late files is run', async ({
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const detail = '__federation_expose_ProductDetail.';
  const wrapped = (first: string) => (text: string) =>
    text.replace(/Component:\(\)=>(\w+)/, `Component:()=>(props)=>{${first};return $1(props)}`);
  const { url, good } = await openShop(
    [list, wrapped('if(globalThis.isTorn)throw new Error("torn seam")')],
    [detail, wrapped('globalThis.isMixed=true')],
  );
  const arrive = await hold(page, `**/2.0.0-next/**/${detail}*`);
  // It may be fetched in idle time, before the link is hovered.
  const detailRequested = page.waitForRequest(`**/${detail}*.js`);
  await page.goto(`${url}/productlist`);
  const card = page.getByRole('article').first().getByRole('link').first();
  await card.hover();
  await detailRequested;
  await page.evaluate(() => Object.assign(globalThis, { isTorn: true }));
  await page.getByRole('main').getByRole('checkbox', { name: 'Kids' }).check();
  await expect(region(page)).toHaveAttribute('data-version', good.version);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  arrive();
  await page.waitForResponse(`**/2.0.0-next/**/${detail}*.js`);
  await card.click();
  await expect(page.getByRole('button', { name: /Add to/i }).first()).toBeVisible();
  expect(await page.evaluate(() => Reflect.get(globalThis, 'isMixed'))).toBeUndefined();
});

test('a version whose code never returns is replaced at the next visit, and reported', async ({
  context,
  page,
  openShop,
  expectConsole,
}) => {
  expectConsole(fallbackMessages);
  const { url, good, next, configure } = await openShop([list, endless]);
  await configure({ reporting: { url: `${url}/reports` } });
  await visitThatHangs(context, `${url}/productlist`);
  await page.route(`${url}/reports`, (route) => route.fulfill({ status: 204 }));
  const reported = page.waitForRequest(`${url}/reports`);
  await page.goto(`${url}/productlist`);
  await expectList(page, 'The collection', good);
  expect(await storedFailures(page)).toContain(next.version);
  expect((await reported).postDataJSON()).toMatchObject({
    ...{ event: 'fallback', piece: 'mfe-catalog', version: next.version },
    ...{ cause: 'hang', fallback: good.version },
  });
  await page.reload();
  await expectList(page, 'The collection', good);
});

test('a crash and its fallback are reported to another origin, once, and only if the configuration says so', async ({
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
