import { isForDevelopers, type Registry } from '@patchwork/host';
import { chooseForVisitor, pause } from '@patchwork/host/browser';
import { hasRemoteChanges } from '@patchwork/host/devtools/has-remote-changes';
import { seemsLoggedIn } from '@patchwork/shop/state/seems-logged-in';
import { holdPresses } from './hold-presses.ts';
import { type DataConfig, firstPage, preloadData, preloadMock, preloadPage } from './preload.ts';
import { fillLinks, showHeldPictures, showPrerendered } from './show-prerendered.ts';
import { startShell } from './start-shell.ts';
import { trustScripts } from './trust-scripts.ts';

/*
 * Inline script in the page's HTML. Starts the downloads of the first page, shows its prerendered HTML, and then runs
 * the shell's scripts.
 */

/**
 * Maximum time in milliseconds that the shell's scripts wait for the page's HTML to be shown: style sheets or pictures
 * may be slow.
 */
const FIRST_WORDS_TIMEOUT_MS = 1000;

/** Maximum time in milliseconds that pictures are held back after the shop's scripts have run. */
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

/** Calls `work` with the app shell's `main` element while the HTML is parsed, before it is painted. */
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

/** Starts the downloads. Returns a function that shows the page's HTML, and whether the page uses the mock. */
function prepare() {
  const registry: Registry = embedded('registry');
  const active = chooseForVisitor(registry);
  const config: DataConfig = embedded('config');
  // In a tab with changed remotes, this one may come from another address or not at all.
  const opened = hasRemoteChanges() ? undefined : firstPage(active);
  // In a shop without devtools, the page of a remote for developers is not found.
  const page = opened && !config.devtools && isForDevelopers(opened.remote) ? undefined : opened;
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
 * Prepares the page if possible. This fails in development, where the documents are fetched, and for documents that the
 * shell will refuse.
 */
function tryToPrepare(): ReturnType<typeof prepare> | undefined {
  try {
    return prepare();
  } catch {
    return undefined;
  }
}

/**
 * Adds `autofocus` to the field in the search panel, which the browser focuses when it opens the panel. In the HTML,
 * the attribute would focus the field when the page is loaded.
 */
function focusSearch({ target }: Event): void {
  if (target instanceof Element && target.id === 'shop-search')
    target.querySelector('input')?.setAttribute('autofocus', '');
}
document.addEventListener('beforetoggle', focusSearch, true);

/**
 * Makes the engine load the locale of prices and dates while the scripts are downloaded, after the page is painted: on
 * a phone the first use takes 40 to 80 ms.
 */
function loadLocale(): void {
  (0).toLocaleString('en-IN');
  new Date().toLocaleDateString('en-IN');
}

// Must run before all other scripts: a policy name can be claimed only once.
trustScripts();

// Hides the app shell's 'Login' from a logged-in shopper (see frame.css).
if (seemsLoggedIn()) document.documentElement.dataset.session = 'restored';
holdPresses();

const first = tryToPrepare();
whenMainIsParsed(async (main) => {
  // If the release can't be shown early, the shell still opens or refuses it.
  const shown = first?.show(main).catch(() => undefined);
  await Promise.race([shown, pause(FIRST_WORDS_TIMEOUT_MS)]);
  const root = main.parentElement;
  requestAnimationFrame(() => setTimeout(loadLocale));
  await startShell();
  if (first?.usesMock) preloadMock();
  // Decoding pictures takes processor time, which the shop needs to become interactive.
  await Promise.race([whenTakenOver(root), pause(PICTURES_TIMEOUT_MS)]);
  showHeldPictures();
});
