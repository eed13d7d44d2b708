import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import type { PublishedRemote } from '@patchwork/host';
import type * as Playwright from 'playwright-core';
import type { Browser } from 'playwright-core';
import { ReleaseError } from '../errors.ts';
import { type Finding, listed } from '../findings.ts';
import { releaseName } from '../gate/live.ts';
import type { Gate, GateQuestion, ReleaseContext } from '../pointers/context.ts';
import { faultOf } from './filled-fragments.ts';
import {
  createTour,
  type OpenedPage,
  type PageToOpen,
  pagesToOpen,
  type Tour,
  tabsOf,
} from './pages-to-open.ts';
import { candidatesIn, openTrialShop, type TrialKit, type TrialShop } from './trial-shop.ts';

/**
 * Names of Chromium's executables. The headless shell is first: without a window around each page, it takes a fifth
 * less processor time.
 */
const names = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
];

function installed(): string[] {
  const folders = [...(process.env.PATH ?? '').split(path.delimiter), '/usr/bin'];
  return names
    .flatMap((name) => folders.map((folder) => path.join(folder, name)))
    .concat('/Applications/Google Chrome.app/Contents/MacOS/Google Chrome');
}

/** Loads Playwright on demand. Node would search it for its exports if it were imported, which takes as long again. */
const playwright = (): typeof Playwright => createRequire(import.meta.url)('playwright-core');

/** Whether a browser exists and starts: libraries that it needs may be missing. */
const works = async (file: string): Promise<boolean> =>
  existsSync(file) &&
  promisify(execFile)(file, ['--version']).then(
    () => true,
    () => false,
  );

/**
 * Finds a working Chromium: the one in CHROMIUM_PATH, else one of the system, else Playwright's; undefined if there is
 * none. Throws a ReleaseError if the one in CHROMIUM_PATH doesn't start.
 */
export async function findChromium(): Promise<string | undefined> {
  const chosen = process.env.CHROMIUM_PATH;
  if (chosen && (await works(chosen))) return chosen;
  if (chosen) throw new ReleaseError(`CHROMIUM_PATH is ${chosen}, which does not run`);
  for (const file of installed()) if (await works(file)) return file;
  const own = playwright().chromium.executablePath();
  return (await works(own)) ? own : undefined;
}

const MAX_REASONS = 8;

interface Seen extends OpenedPage {
  readonly page: PageToOpen;
  /** Path with its parameters filled. */
  readonly path: string;
}

/** Begins the tour of a new visitor of a trial: no visitor sees what the pages of another one store. */
async function newTour(browser: Browser, { script, url, folderOf }: TrialShop): Promise<Tour> {
  const context = await browser.newContext();
  if (script !== undefined) await context.addInitScript({ content: script });
  return createTour(await context.newPage(), url, folderOf);
}

const reasonsOf = (messages: readonly string[]): string =>
  [...new Set(messages)].slice(0, MAX_REASONS).join('; ');

const finding = (
  { newShell }: TrialShop,
  remote: PublishedRemote,
  severity: Finding['severity'],
  message: string,
): Finding => {
  const ours = newShell === undefined ? releaseName(remote) : `shell ${newShell}`;
  const live = newShell === undefined ? {} : { live: releaseName(remote) };
  return { severity, rule: 'loading', message, ours, ...live };
};

/** Returns the finding for a candidate's page; undefined if it renders without errors. */
function judgePage(shop: TrialShop, owner: PublishedRemote, seen: Seen): Finding | undefined {
  const { path, pathname, shown, failure } = seen;
  const place = `${releaseName(owner)}: its page ${path}`;
  const errors = seen.errors.filter(({ isCaught }) => !isCaught);
  const own = errors.filter(({ piece }) => piece === owner.id || piece === 'shell');
  // The browser's messages come first: they are closer to the cause than the shop's own.
  const thrown = errors.filter(({ piece }) => piece === 'unknown');
  const all = reasonsOf([...thrown, ...own].map(({ message }) => message));
  const refuse = (message: string) => finding(shop, owner, 'refusal', `${place} ${message}`);
  if (failure !== undefined)
    return refuse(`shows “${failure}”: ${all || 'no error was reported'}.`);
  if (own.length > 0) return refuse(`renders, but an error was thrown: ${all}.`);
  if (shown === owner.id) return undefined;
  if (pathname === path) return refuse(`shows nothing: ${all || 'no error was reported'}.`);
  return finding(shop, owner, 'warning', `${place} was not checked: it led to ${pathname}.`);
}

/** Returns the warnings of errors that a candidate has thrown on any page and caught itself. */
function warnOfCaught(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  return seen.flatMap(({ page, path, errors }) => {
    const caught = errors.filter(
      ({ isCaught, piece }) =>
        isCaught && (piece === remote.id || (piece === 'unknown' && page.owner?.id === remote.id)),
    );
    if (caught.length === 0) return [];
    const reasons = reasonsOf(caught.map(({ message }) => message));
    const message = `${releaseName(remote)}: on ${path} its own error boundary caught an error: ${reasons}. Visitors see what that boundary shows.`;
    return [finding(shop, remote, 'warning', message)];
  });
}

/** Returns the warnings of files that a candidate has started as workers on any page. */
function warnOfWorkers(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  const folder = new URL('.', new URL(remote.entry, shop.url)).pathname;
  const started = seen.flatMap(({ path, directWorkers }) =>
    directWorkers
      .filter((file) => file.startsWith(folder))
      .map((file) => [file.slice(folder.length), path] as const),
  );
  return [...new Map(started)].map(([file, path]) => {
    const message = `${releaseName(remote)}: on ${path} it starts the worker ${file} directly. A worker has the policy of its file’s response, which lets it neither fetch nor load scripts: start it by /worker.js, as docs/remote-contents.md says under “Workers with other bundlers”.`;
    return finding(shop, remote, 'warning', message);
  });
}

/**
 * Returns the findings for a page that doesn't respond. If no candidate has the page, a fragment on it may be at fault,
 * so there is a finding for each candidate.
 */
function judgeSilent(shop: TrialShop, { owner }: PageToOpen, path: string): Finding[] {
  const remotes = owner ? [owner] : shop.candidates;
  return remotes.map((remote) => {
    const message = `${releaseName(remote)}: ${owner ? 'its' : 'the'} page ${path} does not respond. Look for code that never returns. The pages after it were not opened.`;
    return finding(shop, remote, 'refusal', message);
  });
}

/** Returns the findings for a candidate's fragments, and for its errors on other remotes' pages. */
function judgeFragments(
  shop: TrialShop,
  remote: PublishedRemote,
  seen: readonly Seen[],
): Finding[] {
  const missing = Object.entries(remote.fragments).filter(
    ([slot]) => !seen.some(({ fragments }) => fragments.includes(`${remote.id} ${slot}`)),
  );
  const isModuleSeen = (module: string) =>
    Object.entries(remote.fragments).some(
      (fragment) =>
        fragment[1].module === module && !missing.some(([slot]) => slot === fragment[0]),
    );
  const elsewhere = seen.filter(({ page }) => page.owner?.id !== remote.id);
  const errors = elsewhere.flatMap((each) =>
    each.errors
      .filter(({ piece, isCaught }) => piece === remote.id && !isCaught)
      .map(({ message }) => message),
  );
  const reasons = reasonsOf(errors);
  const findings = missing.flatMap(([slot, { module }]) => {
    const place = seen.find(({ places }) => places.includes(`${remote.id} ${slot}`));
    const message = `${releaseName(remote)}: its fragment ${module} in the slot “${slot}”`;
    if (place || reasons !== '') {
      const where = place ? ` of ${place.path}` : '';
      const why = reasons || 'no error was reported';
      return [finding(shop, remote, 'refusal', `${message}${where} did not render: ${why}.`)];
    }
    if (isModuleSeen(module)) return [];
    return [
      finding(shop, remote, 'warning', `${message} was not checked: no page showed the slot.`),
    ];
  });
  if (findings.length > 0 || reasons === '') return findings;
  const paths = listed([
    ...new Set(
      elsewhere
        .filter(({ errors }) =>
          errors.some(({ piece, isCaught }) => piece === remote.id && !isCaught),
        )
        .map(({ path }) => path),
    ),
  ]);
  const message = `${releaseName(remote)}: its fragments render on ${paths}, but an error was thrown: ${reasons}.`;
  return [finding(shop, remote, 'refusal', message)];
}

/** Returns the findings for a candidate's fragments in the HTML of pages. */
function judgeFilled(shop: TrialShop, remote: PublishedRemote, seen: readonly Seen[]): Finding[] {
  return seen.flatMap(({ page, path, filled }) =>
    Object.entries(remote.fragments).flatMap(([slot, { module }]) => {
      const found = filled.find(({ name }) => name === `${remote.id} ${slot}`);
      const fault = page.isFilled && found && faultOf(remote, slot, found);
      if (!fault) return [];
      const message = `${releaseName(remote)}: its fragment ${module} in the slot “${slot}” of ${path}, which is in the page’s HTML, ${fault}.`;
      return [finding(shop, remote, 'refusal', message)];
    }),
  );
}

/** Returns the findings for candidates' pages and fragments that a server could not render properly. */
async function judgeRendering(shop: TrialShop): Promise<Finding[]> {
  const findings = shop.candidates.map(async (remote) =>
    [...(await shop.renderingFaults(remote))].map(([name, fault]) =>
      finding(shop, remote, 'refusal', `${releaseName(remote)}: its ${name} ${fault}.`),
    ),
  );
  return (await Promise.all(findings)).flat();
}

interface Silent {
  readonly page: PageToOpen;
  readonly path: string;
}

interface Toured {
  readonly seen: readonly Seen[];
  /** Page that did not respond, which ended the tour. */
  readonly silent?: Silent;
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

  const tours = await Promise.all(tabsOf(pages).map(openInTab));
  const inOrder = ({ page }: Silent) => pages.indexOf(page);
  const seen = tours.flatMap((tour) => tour.seen).sort((a, b) => inOrder(a) - inOrder(b));
  const judged = seen.flatMap((each) => {
    const { owner } = each.page;
    return (owner && judgePage(shop, owner, each)) ?? [];
  });
  const silent = tours.flatMap((tour) => tour.silent ?? []);
  if (silent.length > 0) {
    return [...judged, ...silent.flatMap(({ page, path }) => judgeSilent(shop, page, path))];
  }
  const unseen = pages.filter((page) => !seen.some((each) => each.page === page));
  return [
    ...judged,
    ...candidates.flatMap((remote) => judgeFragments(shop, remote, seen)),
    ...candidates.flatMap((remote) => judgeFilled(shop, remote, seen)),
    ...candidates.flatMap((remote) => warnOfCaught(shop, remote, seen)),
    ...candidates.flatMap((remote) => warnOfWorkers(shop, remote, seen)),
    ...candidates.flatMap((remote) => {
      const paths = unseen.flatMap(({ owner, path }) => (owner === remote ? [path] : []));
      if (paths.length === 0) return [];
      const message = `${releaseName(remote)}: ${listed(paths)} were not opened: ${shop.login ? `no one could log in on the page “${shop.login.page}” with “${shop.login.button}”` : 'the kit names no “login”'}.`;
      return [finding(shop, remote, 'warning', message)];
    }),
  ];
}

async function launch(executablePath: string): Promise<Browser> {
  const { chromium } = playwright();
  const isRoot = process.getuid?.() === 0;
  const args = ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])];
  return chromium.launch({ executablePath, args });
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

/** Closes a browser that is starting or running, if it has started. */
const close = (launching: Promise<Browser>): Promise<void> =>
  launching.then(
    (browser) => browser.close(),
    () => undefined,
  );

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
