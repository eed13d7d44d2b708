import { hasRemoteChanges } from '@patchwork/devtools-bridge/has-remote-changes';
import type { Registry } from '@patchwork/federation';
import { chooseForVisitor, pause } from '@patchwork/federation/browser';
import { seemsLoggedIn } from '@patchwork/state/seems-logged-in';
import { holdPresses } from './hold-presses.ts';
import { type DataConfig, firstPage, preloadData, preloadMock, preloadPage } from './preload.ts';
import { fillLinks, showHeldPictures, showPrerendered } from './show-prerendered.ts';
import { startShell } from './start-shell.ts';
import { trustScripts } from './trust-scripts.ts';

/*
 * Script that is inlined into the HTML: starts the downloads of the first page, shows what was prerendered of it,
 * and then runs the shell's scripts.
 */

/**
 * Time after which the shell's scripts run at the latest: the page's HTML may have to wait for a slow
 * request.
 */
const FIRST_WORDS_TIMEOUT_MS = 1000;

/** Longest time in milliseconds that the held pictures wait for the shop, once its scripts have run. */
const PICTURES_TIMEOUT_MS = 1500;

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

/** Runs `work` with the app shell's `main` while the HTML is parsed, before it is painted. */
function whenMainIsParsed(work: (main: Element) => void): void {
  const observer = new MutationObserver(() => {
    const footer = document.querySelector('#root > footer');
    const main = document.querySelector('#root > main');
    if (!main || !footer) return;
    observer.disconnect();
    work(main);
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
}

const embedded = (name: string) =>
  JSON.parse(document.getElementById(`patchwork-${name}`)?.textContent ?? '');

/** Starts the downloads. Returns a function that shows the page's HTML. */
function prepare() {
  const registry: Registry = embedded('registry');
  const active = chooseForVisitor(registry);
  const config: DataConfig = embedded('config');
  // A tab with changed remotes may load this one from another address, or not at all.
  const page = hasRemoteChanges() ? undefined : firstPage(active);
  const styles = page ? preloadPage(page) : [];
  const isRendered = document.getElementById('patchwork-seed') !== null;
  if (!isRendered) preloadData(config, page?.route.preload);
  const isStable = registry.remotes.every(({ stable }) =>
    active.remotes.some(({ id, version }) => id === stable.id && version === stable.version),
  );
  return {
    // A page that was rendered with its data needs the mock only after the shop has taken over.
    usesMock: config.apiBaseUrl === undefined && !isRendered,
    async show(main: Element): Promise<void> {
      const shown = page ? showPrerendered(main, page, styles, isStable) : Promise.resolve();
      fillLinks(document, active);
      await shown;
    },
  };
}

/**
 * Prepares the page if possible: not in development, where the documents are fetched, nor for documents that
 * the shell will refuse.
 */
function tryToPrepare(): ReturnType<typeof prepare> | undefined {
  try {
    return prepare();
  } catch {
    return undefined;
  }
}

/**
 * Marks the field of the search's panel for the browser, which focuses it when it has opened the panel. In the HTML the
 * mark would ask for the focus of a page that is just loaded.
 */
function focusSearch({ target }: Event): void {
  if (target instanceof Element && target.id === 'shop-search')
    target.querySelector('input')?.setAttribute('autofocus', '');
}
document.addEventListener('beforetoggle', focusSearch, true);

// Called before any other script: the first one that asks for a policy of this name gets it.
trustScripts();

// The app shell leaves 'Login' out for a shopper who is logged in (see frame.css).
if (seemsLoggedIn()) document.documentElement.dataset.session = 'restored';
holdPresses();

const first = tryToPrepare();
whenMainIsParsed(async (main) => {
  // A release that can't be shown early is still the shell's to open, or to refuse.
  const shown = first?.show(main).catch(() => undefined);
  await Promise.race([shown, pause(FIRST_WORDS_TIMEOUT_MS)]);
  const root = main.parentElement;
  await startShell();
  if (first?.usesMock) preloadMock();
  // Drawing them takes processor time that the shop needs to make the page usable.
  await Promise.race([whenTakenOver(root), pause(PICTURES_TIMEOUT_MS)]);
  showHeldPictures();
});
