import type { Page } from '@playwright/test';
import { expect } from '../support.ts';

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

const isLoaded = (picture: HTMLElement | SVGElement) =>
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
        /mfe-everything\/.*\.png/,
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
];

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
