import type { Guard } from '../boot/host.ts';
import { chooseForVisitor, pause } from '../browser.ts';
import { hasRemoteChanges } from '../devtools/has-remote-changes.ts';
import { isForDevelopers, matchRoute, type Registry } from '../index.ts';
import { holdPresses } from './hold-presses.ts';
import { firstPage, preload, preloadScripts, preloadStyles } from './preload.ts';
import {
  declareAsStable,
  hasTemplate,
  hideFragments,
  hidePage,
  isPage,
  moveLinks,
  noteSettings,
  pageInPlace,
  showHeldPictures,
  showTemplate,
  takeAway,
  whenInPlace,
} from './show-prerendered.ts';
import { preloadShell, startShell } from './start-shell.ts';
import { trustScripts } from './trust-scripts.ts';

/** What the inline script needs to know of a product. It runs before any of the product's other code is there. */
export interface EarlyHost<Config> {
  /** Whether somebody was logged in when this browser last had the page open. */
  readonly seemsLoggedIn: () => boolean;
  readonly guard: Guard;
  /** Sentence for a visitor whose browser can't load the shell's scripts. */
  readonly failedText: string;
  /** Addresses of data to preload. `declared` is the `preload` of the first page's route. */
  readonly dataOf: (config: Config, declared: readonly string[]) => readonly string[];
  /** Called when the HTML is parsed, and a page that this visitor doesn't get has been taken away from it. */
  readonly parsed: (config: Config) => void;
  /** Called when the page's HTML has been painted, before the shell's scripts run. */
  readonly painted: () => void;
  /** Called when the shell's scripts have run. `isRendered`: the page's HTML has its data. */
  readonly started: (config: Config, isRendered: boolean) => void;
  /** Called when the shop has taken over the page's HTML, or is late: what is loaded from now on delays no press. */
  readonly takenOver: () => void;
}

/**
 * Maximum time in milliseconds that the shell's scripts wait for the page's HTML to be shown: its pictures may be slow.
 */
const FIRST_WORDS_TIMEOUT_MS = 1000;

/** Maximum time in milliseconds that pictures are held back after the shop's scripts have run. */
const PICTURES_TIMEOUT_MS = 1500;

/** Milliseconds for which pictures and fonts wait for the effect of a press: they would share the line with its request. */
const PRESS_EFFECT_MS = 1000;

/** Resolves when the shop has taken over the page's HTML. */
const whenTakenOver = (root: Element | null): Promise<void> =>
  new Promise((resolve) => {
    const observer = new MutationObserver(look);
    function look(): void {
      if (root?.hasAttribute('data-waiting')) return;
      observer.disconnect();
      resolve();
    }
    observer.observe(document.documentElement, {
      ...{ subtree: true, attributeFilter: ['data-waiting'] },
    });
    look();
  });

/**
 * Calls `work` with the app shell's `main` element while the HTML is parsed, before it is painted. Hides the page in it
 * as soon as it begins, unless `isKept`: the browser may paint a part of it before the rest is parsed. Calls `keep` at
 * each part of a page that is kept.
 */
function whenMainIsParsed(
  isKept: (page: HTMLElement) => boolean,
  keep: () => void,
  work: (main: Element) => void,
): void {
  const observer = new MutationObserver(() => {
    const page = pageInPlace();
    if (page && !isKept(page)) hidePage(page);
    else if (page) keep();
    const footer = document.querySelector('#root > footer');
    const main = document.querySelector('#root > main');
    if (!main || !footer) return;
    observer.disconnect();
    work(main);
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
}

/** Resolves when the whole HTML is parsed: React hydrates only what stands there. */
const whenParsed = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState !== 'loading') resolve();
    else document.addEventListener('DOMContentLoaded', () => resolve(), { once: true });
  });

const embedded = (name: string) =>
  JSON.parse(document.getElementById(`patchwork-${name}`)?.textContent ?? '');

/** Fields of every product's configuration that decide what the first page downloads. */
interface EarlyConfig {
  readonly devtools?: object;
}

/** Starts the downloads. Returns functions that show the page's HTML, and that go on when the shell has started. */
function prepare<Config extends EarlyConfig>(host: EarlyHost<Config>) {
  const registry: Registry = embedded('registry');
  const active = chooseForVisitor(registry);
  const config: Config = embedded('config');
  // In a tab with changed remotes, this one may come from another address or not at all.
  const opened = hasRemoteChanges() ? undefined : firstPage(active, host);
  // In a page without devtools, the page of a remote for developers is not found.
  const page = opened && !config.devtools && isForDevelopers(opened.remote) ? undefined : opened;
  if (page) preloadScripts(page);
  // A page that stands in the HTML has no template, and its style sheets stand there, too.
  const templateStyles = page && hasTemplate(page) ? preloadStyles(page) : undefined;
  const isRendered = document.getElementById('patchwork-seed') !== null;
  if (!isRendered) {
    for (const href of host.dataOf(config, page?.route.preload ?? [])) {
      preload({ as: 'fetch', href, crossOrigin: 'anonymous' });
    }
  }
  const isAsStable = declareAsStable(active, registry);
  const isKept = (shown: HTMLElement) => isAsStable && page !== undefined && isPage(shown, page);
  return {
    isKept,
    isOpen: (pathname: string) => matchRoute(active.remotes, pathname)?.route.access === 'open',
    keep: () => hideFragments(active),
    parsed: () => host.parsed(config),
    started: () => host.started(config, isRendered),
    async show(main: Element): Promise<void> {
      const inPlace = pageInPlace();
      noteSettings(inPlace, page);
      if (inPlace && isKept(inPlace)) return whenInPlace(inPlace);
      takeAway(inPlace);
      const shown = page && showTemplate(main, page, templateStyles ?? preloadStyles(page));
      if (!isAsStable) moveLinks(document, active, registry);
      await shown;
    },
  };
}

/**
 * Prepares the page if possible. This fails in development, where the documents are fetched, and for documents that the
 * shell will refuse.
 */
function tryToPrepare<Config extends EarlyConfig>(host: EarlyHost<Config>) {
  try {
    return prepare(host);
  } catch {
    return undefined;
  }
}

/**
 * Runs the inline script in the page's HTML: starts the downloads of the first page, shows its prerendered HTML, and
 * then runs the shell's scripts.
 */
export function runInlineScript<Config extends EarlyConfig>(host: EarlyHost<Config>): void {
  // Must run before all other scripts: a policy name can be claimed only once.
  trustScripts();
  // Lets the frame's style sheet hide 'Login' in the HTML from somebody who is logged in.
  if (host.seemsLoggedIn()) document.documentElement.dataset.session = 'restored';
  let isPressed = false;
  document.addEventListener('click', () => (isPressed = true), { capture: true, once: true });
  const first = tryToPrepare(host);
  holdPresses(first?.isOpen ?? (() => false));
  preloadShell();
  const isKept = first?.isKept ?? (() => false);
  whenMainIsParsed(isKept, first?.keep ?? (() => undefined), async (main) => {
    if (!first) takeAway(pageInPlace());
    // If the release can't be shown early, the shell still opens or refuses it.
    const shown = first?.show(main).catch(() => undefined);
    first?.parsed();
    await Promise.race([shown, pause(FIRST_WORDS_TIMEOUT_MS)]);
    const root = main.parentElement;
    requestAnimationFrame(() => setTimeout(host.painted));
    // The footer may have only begun.
    await whenParsed();
    await startShell(host.failedText);
    first?.started();
    // Decoding pictures takes processor time, which the page needs to become interactive.
    await Promise.race([whenTakenOver(root), pause(PICTURES_TIMEOUT_MS)]);
    if (isPressed) await pause(PRESS_EFFECT_MS);
    showHeldPictures();
    host.takenOver();
  });
}
