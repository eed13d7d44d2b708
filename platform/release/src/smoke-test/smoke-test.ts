import type { Browser } from 'playwright-core';
import { ReleaseError } from '../errors.ts';
import { type Finding, listed } from '../findings.ts';
import type { Gate, GateQuestion, ReleaseContext } from '../pointers/context.ts';
import { close, findChromium, launch } from './chromium.ts';
import { judge, judgeRendering, type Seen, type Toured } from './judge.ts';
import { createTour, type PageToOpen, pagesToOpen, type Tour, tabsOf } from './pages-to-open.ts';
import { candidatesIn, openTrialShop, type TrialKit, type TrialShop } from './trial-shop.ts';

/** Begins the tour of a new visitor of a trial: no visitor sees what the pages of another one store. */
async function newTour(browser: Browser, { script, url, folderOf }: TrialShop): Promise<Tour> {
  const context = await browser.newContext();
  if (script !== undefined) await context.addInitScript({ content: script });
  return createTour(await context.newPage(), url, folderOf);
}

async function openAll(browser: Browser, shop: TrialShop): Promise<Finding[]> {
  const { candidates, remotes } = shop;
  const pages = pagesToOpen(candidates, remotes);
  const login = remotes
    .flatMap(({ routes }) => routes)
    .find(({ page }) => page === shop.login?.page);
  const withDevtools = candidates.some(({ fragments }) => Object.hasOwn(fragments, 'devtools'));
  let isOver = false;

  /** Opens pages in one tab. Those that need a login are last, and are left out if it fails. */
  async function openInTab(inTab: readonly PageToOpen[]): Promise<Toured> {
    const tour = await newTour(browser, shop);
    const seen: Seen[] = [];
    let isLoggedIn = false;
    for (const page of inTab) {
      if (isOver) break;
      if (page.isLoggedIn && !isLoggedIn) {
        isLoggedIn = login && shop.login ? await tour.logIn(login.path, shop.login.button) : false;
        if (!isLoggedIn) break;
      }
      const path = await shop.fill(page.path);
      const opened = await tour.visit(path, {
        withDevtools: withDevtools && page === pages[0],
        isFilled: page.isFilled,
      });
      if (!opened) {
        // Ends all tours, because each further page might take as long, and the release is locked meanwhile.
        isOver = true;
        return { seen, silent: { page, path } };
      }
      seen.push({ page, path, ...opened });
    }
    return { seen };
  }

  return judge(shop, pages, await Promise.all(tabsOf(pages).map(openInTab)));
}

/** Opens the trial's pages while the browser starts. Ends both. */
async function openTrial(
  question: GateQuestion,
  kit: TrialKit,
  launching: Promise<Browser>,
): Promise<Finding[]> {
  const shop = await openTrialShop(question, kit);
  try {
    // Rendering is checked first: by its end the trial's server can render too, and the browser hydrates its pages.
    // Nothing else runs beside it, because a page has little time to render.
    const rendering = await judgeRendering(shop);
    return [...rendering, ...(await openAll(await launching, shop))];
  } finally {
    // The server closes sooner without the browser's connections.
    await Promise.all([shop.close(), close(launching)]);
  }
}

const MISSING = 'no Chromium runs here. Install one, and name it with CHROMIUM_PATH';

/**
 * A gate that can be asked before the question is known: its browser starts meanwhile. `signal` ends its work, because
 * nobody waits for the answer any more.
 */
export type SmokeTest = (
  question: GateQuestion | Promise<GateQuestion>,
  signal?: AbortSignal,
) => ReturnType<Gate>;

const opensPages = (question: GateQuestion): boolean =>
  question.after.shell !== undefined && candidatesIn(question).names.length > 0;

function notLoaded(question: GateQuestion, why: string): Finding[] {
  if (!opensPages(question)) return [];
  const ours = listed(candidatesIn(question).names);
  const message = `${ours} was not opened in a browser: ${why}.`;
  return [{ severity: 'warning', rule: 'loading', message, ours }];
}

/**
 * Returns a function that creates a gate, which opens each page and fragment of the candidates in a browser. The shop
 * is as it would be after the move that the gate is asked about, and runs on the mock. Pages are also rendered without a
 * browser if the kit reads sample data. A page or fragment that doesn't render or that throws is refused; one that
 * can't be reached leads to a warning. `wanted` says whether to open the pages; if it is undefined, they are opened if Chromium is found. The gate throws a
 * ReleaseError if `wanted` is true but there is no Chromium.
 */
export const createSmokeTest =
  (kit: TrialKit) =>
  (wanted: boolean | undefined, progress: ReleaseContext['progress']): SmokeTest =>
  async (asked, signal) => {
    if (!(asked instanceof Promise) && !opensPages(asked)) return [];
    if (wanted === false) return notLoaded(await asked, '“--no-load” was given');
    const chromium = await findChromium();
    if (chromium === undefined) {
      if (wanted) throw new ReleaseError(`“--load” opens a browser, and ${MISSING}`);
      return notLoaded(await asked, MISSING);
    }
    const launching = launch(chromium);
    // It may fail before anyone waits for it.
    launching.catch(() => undefined);
    const end = () => close(launching);
    signal?.addEventListener('abort', end);
    try {
      const question = await asked;
      if (!opensPages(question)) return [];
      signal?.throwIfAborted();
      progress('opening it in a browser');
      return await openTrial(question, kit, launching);
    } finally {
      await end();
    }
  };
