import path from 'node:path';
import type { Page } from '@playwright/test';
import { root } from '../../scripts/lib/workspace.ts';
import {
  homePage,
  listPage,
  type MeasuredPage,
  type Setup,
  type Site,
  slow,
  visit,
} from './browser.ts';

const STEP_MS = 100;
const SECONDS = 4;
const phone = { width: 390, height: 844 };

export const picture = path.join(root, 'docs/filmstrip.jpg');

interface Frame {
  /** Seconds on the browser's clock. */
  readonly time: number;
  readonly jpeg: string;
}

/**
 * Records a phone's screen during a cold load. Resolves to ten JPEGs per second in base64; '' before the first frame.
 */
async function film(setup: Setup, site: Site, target: MeasuredPage): Promise<string[]> {
  const frames: Frame[] = [];
  async function record(page: Page): Promise<void> {
    const client = await page.context().newCDPSession(page);
    client.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
      frames.push({ time: metadata.timestamp ?? 0, jpeg: data });
      void client.send('Page.screencastFrameAck', { sessionId }).catch(() => undefined);
    });
    await client.send('Page.startScreencast', { format: 'jpeg', quality: 60, maxWidth: 195 });
  }
  const options = { conditions: slow, viewport: phone, prepare: record };
  const start = await visit(
    setup.browser,
    site,
    { ...target, usable: ['main h1'] },
    options,
    (page) => page.evaluate(() => performance.timeOrigin / 1000),
  );
  return Array.from({ length: (SECONDS * 1000) / STEP_MS }, (_, index) => {
    const time = start + ((index + 1) * STEP_MS) / 1000;
    return frames.findLast((frame) => frame.time <= time && frame.time >= start)?.jpeg ?? '';
  });
}

const strip = (title: string, frames: readonly string[]): string =>
  `<h2>${title}</h2><div>${frames
    .map(
      (jpeg, index) =>
        `<figure><figcaption>${((index + 1) * STEP_MS) / 1000} s</figcaption>${jpeg && `<img src="data:image/jpeg;base64,${jpeg}" alt="">`}</figure>`,
    )
    .join('')}</div>`;

const style = `
  body { margin: 16px; font: 14px system-ui; }
  div { display: grid; grid-template-columns: repeat(20, 90px); gap: 4px; }
  figure { margin: 0; } img { width: 90px; height: 195px; outline: 1px solid #ccc; }`;

/** Writes one picture of the home page and the list, with the shop above the one bundle. */
export async function writeFilmstrip(setup: Setup): Promise<void> {
  const strips: string[] = [];
  for (const target of [homePage, listPage]) {
    strips.push(strip(`${target.path}, shop`, await film(setup, setup.shop, target)));
    strips.push(strip(`${target.path}, one bundle`, await film(setup, setup.reference, target)));
  }
  const page = await setup.browser.newPage({ viewport: { width: 1920, height: 800 } });
  await page.setContent(`<style>${style}</style>${strips.join('')}`);
  await page.screenshot({ path: picture, fullPage: true, type: 'jpeg', quality: 70 });
  await page.close();
}
