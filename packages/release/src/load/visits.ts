import type { DeclaredRoute, PublishedRemote } from '@patchwork/federation';
import type { Page } from 'playwright-core';

/** A page that is opened to see that it renders, or that the fragments on it do. */
export interface Visit {
  /** The path, with its parameters: '/productlist/:productId'. */
  readonly path: string;
  readonly isLoggedIn: boolean;
  /** The candidate whose page it is; undefined if the page is opened only for fragments. */
  readonly owner: PublishedRemote | undefined;
}

const needsLogin = (access: string | undefined): boolean => access === 'login';

/**
 * The routes on whose pages a slot is shown; none for a slot of the shell's frame. A fragment may offer the slot that it
 * is in, so `inside`, the slots that were followed so far, are not followed again.
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
function visitsOfFragments(
  { fragments }: PublishedRemote,
  remotes: readonly PublishedRemote[],
): Visit[] {
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

/** Lists the pages to open for the candidates, each once, those that need no login first. */
export function visitsOf(
  candidates: readonly PublishedRemote[],
  remotes: readonly PublishedRemote[],
): readonly Visit[] {
  const pages = candidates.flatMap((owner) =>
    owner.routes.map(({ path, access }) => ({ path, isLoggedIn: needsLogin(access), owner })),
  );
  const byPage = new Map<string, Visit>();
  for (const visit of [
    ...pages,
    ...candidates.flatMap((each) => visitsOfFragments(each, remotes)),
  ]) {
    const page = `${visit.path} ${visit.isLoggedIn}`;
    if (!byPage.has(page)) byPage.set(page, visit);
  }
  return [...byPage.values()].sort((a, b) => Number(a.isLoggedIn) - Number(b.isLoggedIn));
}

/** Longest wait for a page to show something. */
const SHOWN_TIMEOUT_MS = 15_000;
/**
 * Time without a change after which a page counts as still, and the longest wait for that. The first is longer than the
 * mock takes to answer.
 */
const STILL_MS = 500;
const STILL_TIMEOUT_MS = 4000;

/** An error as the page reports it to the shop's operators. */
export interface PageError {
  /** 'shell', or the id of a remote, if one of its files is known to be at fault; else 'unknown'. */
  readonly piece: string;
  readonly message: string;
}

/** A page as it looks once it is still. */
export interface OpenedPage {
  readonly pathname: string;
  /** The remote whose page is shown; undefined if none is. */
  readonly shown: string | undefined;
  /** The heading of the screen that the shell shows in place of a page that failed. */
  readonly failure: string | undefined;
  /** '<remote> <slot>' of the fragments that have a place on the page, and of those that are shown. */
  readonly places: readonly string[];
  readonly fragments: readonly string[];
  readonly errors: readonly PageError[];
}

/** Runs in the page. It contains no named function: tsx would make it call a helper that the page lacks. */
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

/** Runs in the page: resolves when nothing has changed in it for some time. */
const whenStill = ([quiet, limit]: readonly [number, number]): Promise<void> =>
  new Promise((resolve) => {
    let timer = setTimeout(resolve, quiet);
    setTimeout(resolve, limit);
    new MutationObserver(() => {
      clearTimeout(timer);
      timer = setTimeout(resolve, quiet);
    }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  });

/** Runs in the page: does what the browser's back button does, which costs a tenth of loading the shop again. */
function goTo(path: string): void {
  history.pushState(null, '', path);
  dispatchEvent(new PopStateEvent('popstate'));
}

const untilStill = (page: Page) => page.evaluate(whenStill, [STILL_MS, STILL_TIMEOUT_MS] as const);

function watchErrors(page: Page): PageError[] {
  const errors: PageError[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/reports')) return;
    const { piece, message } = JSON.parse(request.postData() ?? '{}');
    errors.push({ piece, message });
  });
  page.on('pageerror', ({ name, message }) =>
    errors.push({ piece: 'unknown', message: `${name}: ${message}` }),
  );
  return errors;
}

/** Opens pages of a shop one after another, each from top to bottom, and looks at them once they are still. */
export function createTour(page: Page, url: string) {
  const errors = watchErrors(page);
  let isIntact = false;
  return async (path: string, withDevtools: boolean): Promise<OpenedPage> => {
    if (isIntact) await page.evaluate(goTo, path);
    else await page.goto(url + path, { waitUntil: 'domcontentloaded' });
    await untilStill(page);
    await page
      .waitForSelector('main[aria-busy=false] [data-boundary]', {
        state: 'attached',
        timeout: SHOWN_TIMEOUT_MS,
      })
      .catch(() => undefined);
    // Fragments below the first screen are loaded when they come near.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
    if (withDevtools) await page.keyboard.press('Alt+Shift+D');
    await untilStill(page);
    const opened = { ...(await page.evaluate(look)), errors: errors.splice(0) };
    // A page that failed may have broken the whole shop, which is then loaded again.
    isIntact = opened.errors.length === 0 && opened.shown !== undefined;
    return opened;
  };
}
