import { redirectFor } from '@patchwork/domain';
import { runInlineScript } from '@patchwork/host/inline-script';
import { seemsLoggedIn } from '@patchwork/shop/state/seems-logged-in';
import { type DataConfig, dataOf } from './early-data.ts';
import { holdFonts, showFonts } from './early-fonts.ts';

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
  // In a task of its own: together they would keep a press waiting.
  setTimeout(() => new Date().toLocaleDateString('en-IN'));
}

/** Preloads the scripts of lazy chunks, whose links a CSS selector matches. */
function preloadChunks(selector: string): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>(selector)) {
    const copy = link.cloneNode() as HTMLLinkElement;
    copy.media = '';
    document.head.append(copy);
  }
}

/** Preloads what the start of some pages needs: the API's client, unless the HTML has the data, and the devtools' button. */
function preloadStart({ devtools }: DataConfig): void {
  if (!document.querySelector('main > [data-rendered]')) preloadChunks('link[data-chunk="calls"]');
  if (devtools) preloadChunks('link[data-chunk="devtools-start"]');
}

/**
 * Preloads the mock's scripts and, for a logged-in shopper, those for the account's calls. Call it after the shell's
 * scripts have run: earlier, the downloads would delay the page's own files.
 */
const preloadMock = (): void =>
  preloadChunks(`link[data-chunk${seemsLoggedIn() ? '^' : ''}="mock"]`);

holdFonts();

runInlineScript<DataConfig>({
  seemsLoggedIn,
  guard: redirectFor,
  failedText: 'The shop could not be loaded just now. Nothing of yours is lost.',
  dataOf,
  parsed: preloadStart,
  painted: loadLocale,
  started(config, isRendered) {
    // A page that was rendered with its data needs the mock only after the shop has taken over.
    if (config.apiBaseUrl === undefined && !isRendered) preloadMock();
  },
  takenOver: () => void showFonts(),
});
