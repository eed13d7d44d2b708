import type { Page } from '@playwright/test';
import { expect, expectHeading } from '../support.ts';

/** A page of examples/mfe-everything, and what works on it. `heading` is what the page's h1 says. */
export interface Row {
  readonly path: string;
  readonly heading: string;
  readonly works: (page: Page) => Promise<void>;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function counts(page: Page): Promise<void> {
  await button(page, 'Press').click();
  await expect(page.getByText('Pressed 1 times')).toBeVisible();
}

export const isLoaded = (picture: HTMLElement | SVGElement) =>
  picture instanceof HTMLImageElement && picture.complete && picture.naturalWidth > 0;

export const rows: readonly Row[] = [
  {
    path: '/pictures',
    heading: 'Pictures',
    async works(page) {
      for (const name of ['A dot', 'A ring'])
        await expect.poll(() => page.getByRole('img', { name }).evaluate(isLoaded)).toBe(true);
      await expect(page.getByText('With a background')).toHaveCSS(
        'background-image',
        /url\(.*\/dot\..*\.png/,
      );
    },
  },
  { path: '/memo', heading: 'A memo component', works: counts },
  { path: '/lazy', heading: 'A lazy component', works: counts },
  { path: '/forwarded', heading: 'A forwardRef component', works: counts },
  {
    path: '/state',
    heading: 'Subpaths of shared packages',
    async works(page) {
      await counts(page);
      await button(page, 'Reset').click();
      await expect(page.getByText('Pressed 0 times')).toBeVisible();
    },
  },
  {
    path: '/late',
    heading: 'A late chunk',
    async works(page) {
      await button(page, 'Show details').click();
      await expect(page.getByText('The details are here.')).toBeVisible();
    },
  },
  {
    path: '/tailwind',
    heading: 'Tailwind',
    async works(page) {
      const card = page.getByText('A card');
      await expect(card).toHaveCSS('padding-top', '16px');
      await expect(card).toHaveCSS('background-color', 'rgb(0, 0, 200)');
      await expect(page.getByText('Turning')).toHaveCSS('animation-name', /spin$/);
      // The shop's own styles stay within the remote.
      const heading = page.getByRole('heading', { level: 1 });
      await expect(heading).toHaveCSS('font-family', /^Fraunces/);
      await expect(heading).not.toHaveCSS('font-size', '24px');
    },
  },
  {
    path: '/sass',
    heading: 'Sass',
    async works(page) {
      await expect(page.getByText('A frame')).toHaveCSS('border-top', '3px solid rgb(1, 2, 3)');
      await expect(page.getByText('Dark', { exact: true })).toHaveCSS('color', 'rgb(9, 9, 9)');
    },
  },
  {
    path: '/emotion',
    heading: 'Emotion',
    async works(page) {
      await expect(page.getByText('A card')).toHaveCSS('color', 'rgb(4, 5, 6)');
      await button(page, 'Press').click();
      await expect(page.getByText('A card')).toHaveCSS('color', 'rgb(1, 2, 3)');
    },
  },
  {
    path: '/icons',
    heading: 'Icons',
    async works(page) {
      for (const name of ['A camera', 'A ring'])
        await expect(page.getByRole('img', { name })).toHaveCSS('width', '24px');
    },
  },
  {
    path: '/picker',
    heading: 'A date picker',
    async works(page) {
      await expect(page.getByRole('grid', { name: 'November 2026' })).toBeVisible();
      const root = page.locator('.rdp-root');
      await expect(root).toHaveCSS('position', 'relative');
      await expect(root.locator('.rdp-chevron').first()).toHaveCSS('fill', 'rgb(9, 9, 9)');
    },
  },
  {
    path: '/order',
    heading: 'Order of styles',
    async works(page) {
      const word = page.getByText('Loud');
      await expect(word).toHaveCSS('color', 'rgb(0, 90, 0)');
      await page.getByRole('link', { name: 'The other page' }).click();
      await expect(page.getByText('Quiet')).toHaveCSS('color', 'rgb(0, 0, 200)');
      await page.goBack();
      await page.waitForLoadState('networkidle');
      await expect(word).toHaveCSS('color', 'rgb(0, 90, 0)');
    },
  },
  {
    path: '/workers',
    heading: 'Workers',
    async works(page) {
      const sum = 'the sum is 3, and the registry answers 200';
      for (const type of ['classic', 'module'])
        await expect(page.getByText(`A ${type} worker: ${sum}`)).toBeVisible();
    },
  },
  { path: '/awaited', heading: 'Top-level await', works: counts },
  {
    path: '/boundary',
    heading: 'An error boundary',
    works: (page) => expect(page.getByText('This part is away.')).toBeVisible(),
  },
  {
    path: '/aliases',
    heading: 'Path aliases',
    async works(page) {
      await expect(page.getByText('Hello, paths')).toBeVisible();
      await expect(page.getByText('Hello, imports')).toBeVisible();
    },
  },
  {
    path: '/nested',
    heading: 'Nested routes',
    async works(page) {
      await expect(page).toHaveURL(/\/nested\/photos$/);
      await page.getByRole('link', { name: 'Open wool over the list' }).click();
      await expect(page.getByRole('dialog')).toHaveText('Photo wool over the list');
      await expectHeading(page, 'Nested routes');
      await page.reload();
      await expect(page.getByRole('dialog')).toBeVisible();
      await page.goBack();
      await page.getByRole('link', { name: 'Open wool', exact: true }).click();
      await expectHeading(page, 'Photo wool');
      await page.reload();
      await expectHeading(page, 'Photo wool');
    },
  },
  {
    path: '/api',
    heading: 'An own API',
    async works(page) {
      const notes = page.getByRole('main').getByRole('listitem');
      await expect(notes.filter({ hasText: 'Happy birthday' })).toBeVisible();
      await expect(page.getByText('Red paper')).toBeVisible();
      await button(page, 'Add').click();
      await expect(notes.filter({ hasText: 'For Tara' })).toBeVisible();
      await button(page, 'Add too much').click();
      await expect(page.getByText('must have at most 20 characters')).toBeVisible();
    },
  },
  {
    path: '/draft',
    heading: 'A stored value',
    async works(page) {
      await page.getByLabel('Draft').fill('For Tara');
      await page.reload();
      await expect(page.getByLabel('Draft')).toHaveValue('For Tara');
    },
  },
  {
    path: '/rights',
    heading: 'Rights',
    async works(page) {
      const headers = { 'access-control-allow-origin': '*' };
      await page.route('https://graphql.example/**', (route) =>
        route.fulfill({ headers, body: 'Answered' }),
      );
      await button(page, 'Add').click();
      await expect(page.locator('output')).toHaveText('The sum is 5');
      await button(page, 'Ask').click();
      await expect(page.locator('output')).toHaveText('Answered');
    },
  },
];

/** What the shop's configuration grants to the laboratory. */
export const laboratoryConfig = {
  rights: {
    'mfe-everything': {
      'https://graphql.example': ['connect'],
      'https://papers.example': ['connect'],
    },
  },
};

/** Describes how a page's frame and content look, so that a style that escapes from a remote is noticed. */
export const looks = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const elements = [...document.querySelectorAll('body, header *, main *, footer *')];
    return elements
      .filter((element) => element.checkVisibility())
      .map((element) => {
        const style = getComputedStyle(element);
        const { x, y, width, height } = element.getBoundingClientRect();
        const look = [style.font, style.color, style.backgroundColor, style.margin, style.padding];
        return [element.tagName, x, y, width, height, style.display, ...look].join(' ');
      })
      .join('\n');
  });
