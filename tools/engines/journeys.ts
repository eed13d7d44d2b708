import { rename } from 'node:fs/promises';
import path from 'node:path';
import {
  addVersion,
  type PrivateRelease,
  point,
  stableVersion,
} from '../../shell/e2e/release-folder.ts';
import { until } from './drivers.ts';
import { ENTER, type Page } from './page.ts';

export interface Journey {
  readonly name: string;
  /** Console errors that this journey may cause. Any other fails it. */
  readonly errors?: RegExp;
  readonly run: (page: Page, shop: PrivateRelease) => Promise<void>;
}

const button = (name: string) => ({ role: 'button', name });
const link = (name: string) => ({ role: 'link', name });
const heading = (name: string) => ({ role: 'heading', name });
const card = (name: string) => ({ role: 'article', name });
const cards = { role: 'article' };
const kids = { role: 'checkbox', name: '^Kids' };

async function remoteDown(page: Page, { url, folder }: PrivateRelease): Promise<void> {
  const account = path.join(folder, 'remotes/mfe-account');
  await rename(account, `${account}.gone`);
  try {
    await page.open(`${url}/login`);
    await page.see(heading('Account can’t be reached'));
    await page.click(link('Shop Now'));
    await page.see(cards, 14);
    await page.open(`${url}/login`);
    await page.see(heading('Account can’t be reached'));
  } finally {
    await rename(`${account}.gone`, account);
  }
  await page.click(button('^Try again$'));
  await page.see(button('^Login$'));
}

async function browse(page: Page, { url }: PrivateRelease): Promise<void> {
  await page.open(`${url}/`);
  await page.click(link('Shop Now'));
  await page.see(cards, 14);
  await page.click({ ...link('Chikankari Tunic'), within: card('Chikankari Tunic') });
  await page.see({ role: 'heading', name: 'Chikankari Tunic' });
}

/** Leaves pages while they are loading. That must not count as a failure of a version. */
async function leaveEarly(page: Page, { url }: PrivateRelease): Promise<void> {
  for (const pathname of ['/', '/productlist', '/login', '/', '/productlist']) {
    await page.open(url + pathname);
  }
  await page.see(cards, 14);
  const stored = await page.read(
    { role: 'main' },
    '() => localStorage.getItem("patchwork:failed-versions")',
  );
  if (stored !== null) throw new Error(`put aside: ${stored}`);
}

async function filter(page: Page, { url }: PrivateRelease): Promise<void> {
  await page.open(`${url}/productlist`);
  await page.see(cards, 14);
  await page.click(kids);
  await page.see(cards, 3);
  const slider = { role: 'slider' };
  const look = '([input]) => getComputedStyle(input).appearance';
  if ((await page.read(slider, look)) !== 'none')
    throw new Error('the slider has the system’s look');
}

async function logIn(page: Page, { url }: PrivateRelease): Promise<void> {
  await page.open(`${url}/login`);
  await page.click(button('Login as Guest'));
  await page.at('/productlist');
}

async function buy(page: Page): Promise<void> {
  const tunic = card('Chikankari Tunic');
  await page.click({ ...button('Add to Cart'), within: tunic });
  await page.click({ ...link('Go to Cart'), within: tunic });
  await page.click(link('^Checkout$'));
  await page.click({ role: 'radio' });
  await page.click(button('Place Order'));
  await page.click({ ...button('^Pay successfully$'), within: { role: 'dialog' } });
  await page.see(heading('Your Order has been Placed Successfully'));
}

async function orderHistory(page: Page): Promise<void> {
  await page.click(link('All your orders'));
  await page.see(card('^Order of'), 1);
}

async function requestTester(page: Page, { url }: PrivateRelease): Promise<void> {
  await page.open(`${url}/mockman`);
  await page.type({ role: 'combobox', name: 'endpoint|URL|Endpoint' }, '/api/categories');
  await page.click(button('^Submit'));
  await page.see({ role: 'region', name: '^Response' });
  await until('the response is 200 OK', async () => {
    const text = await page.read(
      { role: 'region', name: '^Response$' },
      '([box]) => box.textContent',
    );
    return String(text).includes('200 OK') || undefined;
  });
}

async function keyboard(page: Page, { url }: PrivateRelease): Promise<void> {
  await page.open(`${url}/productlist`);
  await page.see(cards, 14);
  await page.tabTo({ role: 'link', within: cards });
  await page.press(ENTER);
  await page.see(button('Add to (Cart|Wishlist)|Remove'));
}

const torn = (text: string) =>
  text.replace(/Component:\(\)=>\w+/, 'Component:()=>()=>{throw new Error("torn seam")}');

async function fallBack(page: Page, { url, folder }: PrivateRelease): Promise<void> {
  const good = await stableVersion(folder, 'mfe-catalog');
  const list = '__federation_expose_ProductList.';
  const broken = await addVersion(folder, good, '2.0.0-torn', [list, torn]);
  await point(folder, { stable: broken, previous: [good] });
  await page.open(`${url}/productlist`);
  await page.see(cards, 14);
  const shown = await page.read(
    { role: 'main' },
    '([main]) => main.querySelector("[data-boundary=mfe-catalog]").dataset.version',
  );
  if (shown !== good.version) throw new Error(`${shown} is shown, not ${good.version}`);
}

/** Journeys by visit. Each visit has its own browser and shop. */
export const visits: readonly (readonly Journey[])[] = [
  [
    { name: 'browse', run: browse },
    { name: 'leave pages early', errors: /^Loading \w+ failed/, run: leaveEarly },
    { name: 'filter', run: filter },
    { name: 'keyboard', run: keyboard },
    { name: 'log in', run: logIn },
    { name: 'buy', run: buy },
    { name: 'order history', run: orderHistory },
    { name: 'request tester', run: requestTester },
    { name: 'fall back to the last good version', errors: /torn seam|2\.0\.0-torn/, run: fallBack },
  ],
  [{ name: 'a remote that is down', errors: /mfe.account|404|load|fetch/i, run: remoteDown }],
];
