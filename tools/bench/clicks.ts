import type { Page } from '@playwright/test';
import {
  alternate,
  type Conditions,
  homePage,
  listPage,
  type MeasuredPage,
  type Setup,
  slow,
  visit,
} from './browser.ts';
import type { Row, Table } from './report.ts';

interface Click {
  readonly target: string;
  /** Selector of elements whose text the click changes. */
  readonly effect: string;
}

/** Resolves to the milliseconds between a click and the paint of its result. Rejects if none appears in 20 seconds. */
const timeClick = (page: Page, click: Click): Promise<number> =>
  page.evaluate(
    ({ target, effect }) =>
      new Promise<number>((resolve, reject) => {
        const read = () =>
          [...document.querySelectorAll(effect)].map(({ textContent }) => textContent).join();
        const before = read();
        const start = performance.now();
        const look = () => {
          const text = read();
          // The DOM of this frame is painted at its end.
          if (text !== '' && text !== before) setTimeout(() => resolve(performance.now() - start));
          else requestAnimationFrame(look);
        };
        setTimeout(() => reject(new Error(`a click on ${target} changed no ${effect}`)), 20_000);
        document.querySelector<HTMLElement>(target)?.click();
        requestAnimationFrame(look);
      }),
    click,
  );

const slowProcessor: Conditions = { cpu: 4, latencyMs: 0, bytesPerSecond: -1 };

/** Makes the mock start with 10,000 products, like the scenario in the devtools. */
const chooseHugeCatalogue = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    const settings = { delay: 400, seed: 2719, failures: {} };
    const value = { scenario: 'huge-catalogue', settings, difference: [], sessionsEndedAt: 0 };
    sessionStorage.setItem('patchwork:mock-state', JSON.stringify({ version: 1, value }));
  });

const filterClick: Click = { target: 'main aside input[value="WOMEN"]', effect: 'main article h2' };

/** Measures how long the list takes to update after a click on a filter. */
export async function measureFilter(setup: Setup, runs: number): Promise<Table> {
  const timeFilter = (prepare?: (page: Page) => Promise<unknown>) =>
    alternate(setup, runs, (site) =>
      visit(
        setup.browser,
        site,
        listPage,
        { conditions: slowProcessor, ...(prepare && { prepare }) },
        (page) => timeClick(page, filterClick),
      ),
    );
  return {
    title: 'Filter click to new list painted',
    note: 'The first click after the page has loaded; processor 4 times slower.',
    rows: [
      { name: '14 products', unit: 'ms', ...(await timeFilter()) },
      { name: '10,000 products', unit: 'ms', ...(await timeFilter(chooseHugeCatalogue)) },
    ],
  };
}

/**
 * Simulates the browser's data saver. Idle tasks then prefetch no scripts or styles, so a click must load what it
 * needs. The shop still loads its list of the files for each page, which the one bundle has in its first script.
 */
const saveData = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
  });

const loginLink: Click = { target: 'a[href="/login"]', effect: 'main h1' };

const HOVER_MS = 1500;

declare global {
  interface Window {
    /** Milliseconds between the time of a press and the paint of its effect. */
    benchPress: Promise<number>;
  }
}

/** Presses of a shopper who doesn't wait until the page can be used. */
const earlyPresses: Readonly<Record<string, Click>> = {
  'Add to Cart': {
    // The session's cart has the first product.
    target: 'main li:nth-child(4) > article button',
    effect: 'main li:nth-child(4) > article :is(a, button)',
  },
  'a filter': filterClick,
  'a link': { target: 'main article h2 a', effect: 'main h1' },
};

const PRESS_TIMES_MS = [1000, 1500, 2000];

/**
 * Presses an element of the page that is opened next, `at` milliseconds after its navigation began, or as soon as there
 * is one. The wait for the element counts. The measurement fails if nothing changes in 20 seconds.
 */
const pressAt = (page: Page, at: number, click: Click): Promise<unknown> =>
  page.addInitScript(
    ({ at, target, effect }) => {
      window.benchPress = new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`a press on ${target} changed no ${effect}`)), 20_000);
        const read = () =>
          [...document.querySelectorAll(effect)].map(({ textContent }) => textContent).join();
        let isParsed = true;
        function look(pressed: { readonly before: string; readonly at: number }): void {
          const text = read();
          // What the browser still reads from the page's HTML is no effect of the press.
          const { before, at } = isParsed ? pressed : { ...pressed, before: text };
          isParsed ||= document.readyState !== 'loading';
          // The DOM of this frame is painted at its end.
          if (text !== '' && text !== before) setTimeout(() => resolve(Date.now() - at));
          else requestAnimationFrame(() => look({ before, at }));
        }
        function press(): void {
          const element = document.querySelector<HTMLElement>(target);
          if (!element?.checkVisibility()) return void requestAnimationFrame(press);
          isParsed = document.readyState !== 'loading';
          const pressed = { before: read(), at: performance.timeOrigin + at };
          sessionStorage.setItem('bench-press', JSON.stringify(pressed));
          // As a pointer does.
          element.focus();
          element.click();
          requestAnimationFrame(() => look(pressed));
        }
        // Of a link that the browser has followed itself.
        const earlier = sessionStorage.getItem('bench-press');
        if (earlier !== null) requestAnimationFrame(() => look(JSON.parse(earlier)));
        else setTimeout(press, at - performance.now());
      });
    },
    { at, ...click },
  );

/** Measures how long a press has no effect while the page is still starting. */
export async function measureEarlyPresses(setup: Setup, runs: number): Promise<Table> {
  // After a link, the page has none of the list's elements.
  const page: MeasuredPage = {
    ...{ name: 'presses', path: listPage.path, session: true },
    ...{ readable: ['main h1'], usable: ['main h1'] },
  };
  const rows: Row[] = [];
  for (const [name, click] of Object.entries(earlyPresses)) {
    for (const at of PRESS_TIMES_MS) {
      const times = await alternate(setup, runs, (site) =>
        visit(
          ...([setup.browser, site, page] as const),
          { conditions: slow, prepare: (opened) => pressAt(opened, at, click) },
          (opened) => opened.evaluate(() => window.benchPress),
        ),
      );
      rows.push({ name: `${name}, ${(at / 1000).toFixed(1)} s`, unit: 'ms', ...times });
    }
  }
  return {
    title: 'A press while the page starts',
    note: 'On /productlist, so long after the navigation began; the line and processor of the cold loads. From the press until its effect is painted.',
    rows,
  };
}

/**
 * Measures the time from a click on a link until the first page of another remote is shown: with the link hovered
 * first, and without.
 */
export async function measureLinks(setup: Setup, runs: number): Promise<Table> {
  const timeLink = (hovers: boolean) =>
    alternate(setup, runs, (site) =>
      visit(
        setup.browser,
        site,
        homePage,
        { conditions: slow, prepare: saveData },
        async (page) => {
          if (hovers) {
            await page.hover(loginLink.target);
            await page.waitForTimeout(HOVER_MS);
          }
          return timeClick(page, loginLink);
        },
      ),
    );
  return {
    title: 'First page of another remote, by a link',
    note: 'From Home to Login, without scripts or styles prefetched in idle time; the line and processor of the cold loads.',
    rows: [
      { name: 'hovered', unit: 'ms', ...(await timeLink(true)) },
      { name: 'not hovered', unit: 'ms', ...(await timeLink(false)) },
    ],
  };
}
