import { hasRemoteChanges } from '@patchwork/devtools-bridge/has-remote-changes';
import type { ActiveRemotes } from '@patchwork/federation';
import { chooseForVisitor } from '@patchwork/federation/browser';
import { fillLinks } from './fill-links.ts';
import { firstPage, seemsLoggedIn } from './first-page.ts';
import { holdPresses } from './hold-presses.ts';
import { preloadPage } from './preload.ts';
import { preloadData } from './preload-data.ts';
import { showPrerendered } from './show-prerendered.ts';

/*
 * Inlined into the HTML: starts the downloads of the first page before the shell's own script has
 * arrived, and shows what was prerendered of it. Does little where the registry is not embedded, as in
 * development.
 */

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

const embedded = (name: string): string | undefined =>
  document.getElementById(`patchwork-${name}`)?.textContent;

function start(active: ActiveRemotes, config: { readonly apiBaseUrl?: string }): void {
  // A tab with changed remotes may load this one from another address, or not at all.
  const page = hasRemoteChanges() ? undefined : firstPage(active);
  const styles = page && preloadPage(page);
  whenMainIsParsed((main) => {
    if (page && styles) void showPrerendered(main, page, styles);
    fillLinks(document, active);
    preloadData(config);
  });
}

// The app shell leaves 'Login' out for a shopper who is logged in (see frame.css).
if (seemsLoggedIn()) document.documentElement.dataset.session = 'restored';
holdPresses();

const [registry, config] = [embedded('registry'), embedded('config')];
if (registry && config) start(chooseForVisitor(JSON.parse(registry)), JSON.parse(config));
