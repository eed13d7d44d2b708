import { answerWithHostileData, expectUnharmed } from './hostile-answers.ts';
import { expect, test } from './support.ts';

/** Each page, and a text that shows once its data is there. */
const pages: readonly [address: string, text: string | RegExp][] = [
  ['/', 'Kids'],
  ['/productlist', 'An id that is HTML'],
  [
    '/productlist?search=%3Cscript%3Ealert(1)%3C/script%3E&maxPrice=__proto__&sort=constructor',
    'No product',
  ],
  ['/productlist/long', 'Availabilty'],
  [`/productlist/${encodeURIComponent('"><img src=x onerror=alert(1)>')}`, 'Availabilty'],
  ['/wishlist', 'An id that is HTML'],
  ['/cart', 'Total Price'],
  ['/checkout', 'Order Summary'],
  ['/orders', 'Order'],
  ['/profile', '@x.example'],
  [
    '/mockman?method=DELETE&endpoint=javascript:alert(1)&headers=%5B%5D&body=%7B%22__proto__%22:1%7D',
    'Body:',
  ],
  ['/nowhere/<script>alert(1)</script>', 'Page not found'],
  ['//evil.example/%09/evil', 'Page not found'],
];

test('hostile data runs no script, reaches no other origin and leaves every page readable at 390 px', async ({
  page,
  openRelease,
  expectConsole,
}) => {
  // Of a page that there is not.
  expectConsole(/status of 404.*(?:nowhere|evil\.example)/);
  expectConsole(/A picture is not shown, its origin is not in imageOrigins/);
  const release = await openRelease();
  await release.configure({ apiBaseUrl: '/', devtools: {} });
  await answerWithHostileData(page);
  await page.setViewportSize({ width: 390, height: 844 });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(release.url)) foreign.push(request.url());
  });
  page.on('dialog', (dialog) => foreign.push(`dialog: ${dialog.message()}`));

  await page.goto(
    `${release.url}/login?next=//evil.example&redirect=https://evil.example&returnTo=/%09/evil.example`,
  );
  await page.getByRole('button', { name: 'Login as Guest' }).click();
  await expect(page).toHaveURL(`${release.url}/productlist`);

  for (const [address, text] of pages) {
    await page.goto(release.url + address);
    await expect.soft(page.getByRole('main').getByText(text).first(), address).toBeAttached();
    await expectUnharmed(page, address);
  }
  await page.goto(`${release.url}/profile`);
  await page.getByRole('tab', { name: 'ADDRESSES' }).click();
  await page.getByRole('button', { name: /^Edit/ }).first().click();
  await expectUnharmed(page, 'the address form');
  expect(foreign).toEqual([]);
});
