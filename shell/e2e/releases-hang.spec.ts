import { expectList, fallbackMessages, list, storedFailures, test } from './fallback-steps.ts';
import { endless, HANG_MS, visitThatHangs } from './hang-steps.ts';
import { point } from './release-versions.ts';
import { expect, expectHeading, onlyInAll } from './support.ts';

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

test(
  'a fragment whose code never returns is replaced in the page of another team',
  onlyInAll(),
  async ({ context, page, openShop, expectConsole }) => {
    expectConsole(fallbackMessages);
    const { url, good } = await openShop(['__federation_expose_HeaderSearch.', endless]);
    await visitThatHangs(context, `${url}/login`);
    await page.goto(`${url}/login`);
    await expectHeading(page, 'Login');
    const search = page.getByRole('banner').locator('[data-boundary="mfe-catalog"]');
    await expect(search.first()).toHaveAttribute('data-version', good.version);
  },
);

test(
  'where no other version is known it is said, and ‘Try again’ gets the one that is live then',
  onlyInAll(),
  async ({ context, page, openShop, expectConsole }) => {
    expectConsole(fallbackMessages);
    const { url, folder, good, next } = await openShop([list, endless]);
    await point(folder, { stable: next });
    await visitThatHangs(context, `${url}/productlist`);
    await page.goto(`${url}/productlist`);
    const said = 'Catalogue can’t be reached just now';
    await expectHeading(page, said);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expectHeading(page, 'Login');
    await page.goBack();
    await expectHeading(page, said);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Trying again did not help.')).toBeVisible();
    await point(folder, { stable: good });
    await page.getByRole('button', { name: 'Try again' }).click();
    await expectList(page, 'The collection', good);
  },
);

test(
  'pages that are left and opened in several tabs while they load put no version aside',
  onlyInAll(),
  async ({ context, page, openShop }) => {
    const { url, next } = await openShop();
    const others = await Promise.all([1, 2].map(() => context.newPage()));
    const addresses = ['/productlist', '/', '/login'];
    for (const delay of [50, 200, 400, 800, 1200]) {
      await Promise.all(
        [page, ...others].map((tab, index) =>
          tab.goto(url + addresses[index % addresses.length], { waitUntil: 'commit' }),
        ),
      );
      await page.waitForTimeout(delay);
    }
    for (const tab of others) await tab.close();
    await page.waitForTimeout(HANG_MS);
    await page.goto(`${url}/productlist`);
    await expectList(page, 'The new collection', next);
    expect(await storedFailures(page)).toBeNull();
  },
);
