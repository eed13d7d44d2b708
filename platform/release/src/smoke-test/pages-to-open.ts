import path from 'node:path';
import {
  describeViolation,
  findPlace,
  type ReadText,
  type Violation,
  violationScript,
} from '@patchwork/build/policy';
import type { DeclaredRoute, PublishedRemote } from '@patchwork/host';
import type { Page } from 'playwright-core';
import { readIfPresent } from '../release-folder/files.ts';
import { type FilledFragment, untilFilled, watchFilled } from './filled-fragments.ts';
import { watchStillness } from './stillness.ts';

/** A page to open, to check whether it and the fragments on it render. */
export interface PageToOpen {
  /** Path with parameters: '/productlist/:productId'. */
  readonly path: string;
  readonly isLoggedIn: boolean;
  /** Candidate that has the page; undefined if the page is opened for its fragments only. */
  readonly owner: PublishedRemote | undefined;
  /** Whether a server puts a fragment of a candidate into the page's HTML. */
  readonly isFilled: boolean;
}

const needsLogin = (access: string | undefined): boolean => access === 'login';

/**
 * Returns the routes of pages that contain a slot, directly or in a fragment; none for a slot of the frame. Skips slots
 * in `inside`, which were followed already: a fragment may offer the slot that it is in.
 */
function routesWith(
  slot: string,
  remotes: readonly PublishedRemote[],
  inside: readonly string[] = [],
): DeclaredRoute[] {
  if (inside.includes(slot)) return [];
  const pages = remotes.flatMap(({ routes }) =>
    routes.filter((route) => Object.hasOwn(route.slots ?? {}, slot)),
  );
  const around = remotes.flatMap(({ fragments }) =>
    Object.entries(fragments).filter(([, { slots }]) => Object.hasOwn(slots ?? {}, slot)),
  );
  const followed = [...inside, slot];
  return [...pages, ...around.flatMap(([outer]) => routesWith(outer, remotes, followed))];
}

/** Lists the pages to open for each fragment: those with its slot or, for a slot of the frame, the home page. */
function pagesOfFragments(
  { fragments }: PublishedRemote,
  remotes: readonly PublishedRemote[],
): Omit<PageToOpen, 'isFilled'>[] {
  return Object.entries(fragments).flatMap(([slot, { access }]) => {
    const routes = routesWith(slot, remotes);
    const pages = routes.length > 0 ? routes : [{ path: '/', access: 'open' }];
    return pages.map((page) => ({
      path: page.path,
      isLoggedIn: needsLogin(access) || needsLogin(page.access),
      owner: undefined,
    }));
  });
}

/** Lists the pages to open for the candidates, without duplicates; pages that need no login come first. */
export function pagesToOpen(
  candidates: readonly PublishedRemote[],
  remotes: readonly PublishedRemote[],
): readonly PageToOpen[] {
  const pages = candidates.flatMap((owner) =>
    owner.routes.map(({ path, access }) => ({ path, isLoggedIn: needsLogin(access), owner })),
  );
  const filled = new Set(
    candidates.flatMap(({ fragments }) =>
      Object.entries(fragments).flatMap(([slot, { prerender }]) =>
        prerender ? routesWith(slot, remotes).map((route) => route.path) : [],
      ),
    ),
  );
  const byPage = new Map<string, PageToOpen>();
  for (const page of [...pages, ...candidates.flatMap((each) => pagesOfFragments(each, remotes))]) {
    const key = `${page.path} ${page.isLoggedIn}`;
    const isFilled = !page.isLoggedIn && filled.has(page.path);
    if (!byPage.has(key)) byPage.set(key, { ...page, isFilled });
  }
  return [...byPage.values()].sort((a, b) => Number(a.isLoggedIn) - Number(b.isLoggedIn));
}

/** Maximum number of pages that one tab opens, unless there are more than MAX_TABS tabs. */
const PAGES_PER_TAB = 8;
/** Maximum number of tabs that are open at once: each one loads the whole shop, which costs as much as five pages. */
const MAX_TABS = 4;

/** Divides pages among tabs. Each tab opens its pages one after another, in their order. */
export function tabsOf(pages: readonly PageToOpen[]): readonly (readonly PageToOpen[])[] {
  const tabs = Math.min(MAX_TABS, Math.ceil(pages.length / PAGES_PER_TAB));
  const size = Math.ceil(pages.length / tabs);
  return Array.from({ length: tabs }, (_, tab) => pages.slice(tab * size, (tab + 1) * size));
}

/** Maximum wait in milliseconds for a page to show something. */
const SHOWN_TIMEOUT_MS = 15_000;
/**
 * Maximum time in milliseconds to open a page. Without it, code that never returns would keep the release locked
 * forever.
 */
const OPEN_TIMEOUT_MS = 45_000;
/** Maximum wait in milliseconds for each step of a login. */
const LOGIN_TIMEOUT_MS = 10_000;

interface PageError {
  /** Piece at fault: 'shell' or a remote's id if a stack names one of its files, else 'unknown'. */
  readonly piece: string;
  readonly message: string;
  /** Whether the remote's own error boundary has caught it. */
  readonly isCaught: boolean;
}

/** State of an idle page. */
export interface OpenedPage {
  readonly pathname: string;
  /** Id of the remote whose page is shown; undefined if no page is. */
  readonly shown: string | undefined;
  /** Heading of the shell's error screen, if it is shown instead of the page. */
  readonly failure: string | undefined;
  /** '<remote> <slot>' of the fragments that have a place on the page. */
  readonly places: readonly string[];
  /** '<remote> <slot>' of the fragments that are shown. */
  readonly fragments: readonly string[];
  /** Fragments that were in the page's HTML. */
  readonly filled: readonly FilledFragment[];
  readonly errors: readonly PageError[];
  /** Paths of remotes' files that the page started as workers, instead of by the shop's own script. */
  readonly directWorkers: readonly string[];
}

/**
 * Runs in the page. Returns its state. Must not contain named functions: tsx would make them call a helper that the
 * page lacks.
 */
function look() {
  const regions = [...document.querySelectorAll<HTMLElement>('main [data-boundary]')].filter(
    (region) => !region.closest('[data-slot]'),
  );
  const failed = regions.find((region) => region.getAttribute('role') === 'alert');
  const slots = [...document.querySelectorAll<HTMLElement>('[data-boundary][data-slot]')];
  const places = [...document.querySelectorAll<HTMLElement>('[data-fragment]')];
  return {
    pathname: location.pathname,
    shown: regions.find((region) => region !== failed)?.dataset.boundary,
    failure: failed && (failed.querySelector('h1')?.textContent ?? 'an error'),
    places: places.map(({ dataset }) => dataset.fragment ?? ''),
    fragments: slots.map(({ dataset }) => `${dataset.boundary} ${dataset.slot}`),
  };
}

/** Runs in the page. Opens a path as if the user went back to it, which costs a tenth of reloading the shop. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

/** Global function of a page in the gate that gets what the page's policy refuses. */
const RECEIVER = 'patchworkViolation';

/** Returns the piece whose file has caused a violation: like the shell's own reports, the shell if it is unknown. */
const pieceOf = ({ file }: Violation): string => /\/remotes\/([\w-]+)\//.exec(file)?.[1] ?? 'shell';

/** Returns the folder of a remote's source, if it is on this machine. */
export type FolderOf = (id: string) => string | undefined;

/** Returns a function that reads a file of the trial, or a source map, which only the build of a remote has. */
const readerOf =
  (folderOf: FolderOf): ReadText =>
  async (address) => {
    const [, id = '', file] = /\/remotes\/([\w-]+)\/[^/]+\/(.+\.map)$/.exec(address) ?? [];
    const folder = folderOf(id);
    if (file && folder) return (await readIfPresent(path.join(folder, 'dist', file)))?.toString();
    const response = await fetch(address).catch(() => undefined);
    return response?.ok ? response.text() : undefined;
  };

/** Starts to collect a page's errors, and what its policy refuses, with the place and what to do. */
async function watchErrors(page: Page, folderOf: FolderOf): Promise<PageError[]> {
  const errors: PageError[] = [];
  const read = readerOf(folderOf);
  await page.exposeFunction(RECEIVER, async (violation: Violation) => {
    const place = await findPlace(violation, read);
    errors.push({
      piece: pieceOf(violation),
      message: describeViolation(violation, place),
      isCaught: false,
    });
  });
  await page.addInitScript({ content: violationScript(RECEIVER) });
  page.on('request', (request) => {
    if (!request.url().endsWith('/reports')) return;
    const { event, piece, message } = JSON.parse(request.postData() ?? '{}');
    if (event === 'violation') return;
    errors.push({ piece, message, isCaught: event === 'caught' });
  });
  page.on('pageerror', ({ name, message }) =>
    errors.push({ piece: 'unknown', message: `${name}: ${message}`, isCaught: false }),
  );
  return errors;
}

/** Starts to collect the remotes' files that a page starts as workers. */
function watchWorkers(page: Page): string[] {
  const paths: string[] = [];
  page.on('worker', (worker) => {
    const { pathname } = new URL(worker.url());
    if (pathname.startsWith('/remotes/')) paths.push(pathname);
  });
  return paths;
}

interface VisitOptions {
  readonly withDevtools?: boolean;
  /** Whether to load the page's document, whose HTML has fragments. */
  readonly isFilled?: boolean;
}

/** What a visitor of a trial does in one tab, one after another. */
export interface Tour {
  /**
   * Opens a path, scrolls the page to its end, and resolves to its state when it is idle; to undefined if the page
   * doesn't respond.
   */
  readonly visit: (path: string, options: VisitOptions) => Promise<OpenedPage | undefined>;
  /**
   * Opens a path, and presses a button that logs in. Resolves to whether that led to another page. The next visit loads
   * the shop with the stored session, as a shopper does who comes back.
   */
  readonly logIn: (path: string, button: string) => Promise<boolean>;
}

/** Resolves to the result, or to undefined if it takes so long that the page must be one that doesn't respond. */
function unlessSilent<T>(result: Promise<T>): Promise<T | undefined> {
  let timer: Parameters<typeof clearTimeout>[0];
  const limit = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, OPEN_TIMEOUT_MS);
  });
  return Promise.race([result, limit]).finally(() => clearTimeout(timer));
}

/** Begins a tour of the shop at `url`, in a tab that has opened nothing. */
export async function createTour(page: Page, url: string, folderOf: FolderOf): Promise<Tour> {
  const errors = await watchErrors(page, folderOf);
  const directWorkers = watchWorkers(page);
  const untilStill = await watchStillness(page);
  const readFilled = await watchFilled(page);
  /** Whether the tab's document may show a further page. A failed page may have broken the whole shop. */
  let isIntact = false;
  async function open(path: string): Promise<void> {
    if (isIntact) await page.evaluate(goTo, path);
    else await page.goto(url + path, { waitUntil: 'domcontentloaded', timeout: 0 });
  }
  async function visit(
    path: string,
    { withDevtools, isFilled }: VisitOptions,
  ): Promise<OpenedPage> {
    if (isFilled) {
      await untilFilled(url + path);
      isIntact = false;
    }
    await open(path);
    await untilStill();
    await page
      .waitForSelector('main[aria-busy=false] [data-boundary]', {
        state: 'attached',
        timeout: SHOWN_TIMEOUT_MS,
      })
      .catch(() => undefined);
    // Fragments below the first screen load when they come near the viewport.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    if (withDevtools) await page.keyboard.press('Alt+Shift+D');
    await untilStill();
    const [state, filled] = [await page.evaluate(look), await readFilled()];
    const opened = {
      ...{ ...state, filled },
      ...{ errors: errors.splice(0), directWorkers: directWorkers.splice(0) },
    };
    isIntact = opened.errors.length === 0 && opened.shown !== undefined;
    return opened;
  }
  async function logIn(path: string, button: string): Promise<boolean> {
    try {
      await open(path);
      await page.getByRole('button', { name: button }).click({ timeout: LOGIN_TIMEOUT_MS });
      await page.waitForURL((address) => address.pathname !== path, { timeout: LOGIN_TIMEOUT_MS });
      // While a module is loading, the storage says so: it would look like one whose code never returned.
      await untilStill();
      return true;
    } catch {
      return false;
    } finally {
      // The errors may be those of the login. What is a candidate's own is seen again when the shop is loaded afresh.
      isIntact = false;
      errors.length = 0;
      directWorkers.length = 0;
    }
  }
  return {
    visit: (path, options) => unlessSilent(visit(path, options)),
    logIn: async (path, button) => (await unlessSilent(logIn(path, button))) ?? false,
  };
}
