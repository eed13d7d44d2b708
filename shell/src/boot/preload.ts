import { hasRemoteChanges } from '@patchwork/devtools-bridge/has-remote-changes';
import { type ActiveRemotes, matchRoute, pathOfPage } from '@patchwork/federation';
import { chooseForVisitor } from '@patchwork/federation/browser';
import { redirectFor } from '../routing/guard.ts';

/*
 * Inlined into the HTML: starts the downloads of the first page's remote before the shell's own script
 * has arrived. Does nothing where the registry is not embedded, as in development.
 */

/** The browser reuses it only for a request of the same kind, integrity and CORS mode included. */
function preload(href: string, integrity: string | undefined): HTMLLinkElement {
  const link = document.createElement('link');
  link.rel = 'preload';
  link.as = href.endsWith('.css') ? 'style' : 'script';
  link.href = href;
  if (integrity) {
    link.integrity = integrity;
    link.crossOrigin = 'anonymous';
  }
  document.head.append(link);
  return link;
}

const fileName = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1);

/** A guess: the shell checks the session later. A wrong guess costs or saves one download. */
function seemsLoggedIn(): boolean {
  try {
    return localStorage.getItem('userToken') !== null;
  } catch {
    return false;
  }
}

/** The page that will be shown: the requested one, or the one that its guard redirects to. */
function firstPage({ remotes }: ActiveRemotes) {
  const requested = matchRoute(remotes, location.pathname);
  const redirect = requested && redirectFor(requested.route.access, seemsLoggedIn());
  return redirect ? matchRoute(remotes, pathOfPage(remotes, redirect)) : requested;
}

function preloadFirstPage(active: ActiveRemotes): void {
  const page = firstPage(active);
  if (!page) return;
  const { entry, files, integrity = {} } = page.remote;
  const base = new URL(entry, location.href);
  // Its files only once the entry is loaded: the browser uses a failed preload for the first real
  // request, so 'Try again' would fail although the files are available again.
  preload(entry, integrity[fileName(entry)]).onload = () => {
    for (const file of files[page.route.module] ?? []) {
      // The entry requests it with its hash: a preload without one would not be used.
      if (integrity[file]) preload(new URL(file, base).href, integrity[file]);
    }
  };
}

/**
 * The links of the app shell name pages (`page:cart`), because it is built before the remotes' paths are
 * known. They get their addresses while the HTML is parsed, before it is painted.
 */
function fillLinks({ remotes }: ActiveRemotes): void {
  const fill = (element: Element, attribute: string) => {
    const page = element.getAttribute(attribute)?.replace('page:', '') ?? '';
    element.setAttribute(attribute, pathOfPage(remotes, page));
  };
  const observer = new MutationObserver(() => {
    for (const link of document.querySelectorAll('[href^="page:"]')) fill(link, 'href');
    for (const form of document.querySelectorAll('[action^="page:"]')) fill(form, 'action');
  });
  observer.observe(document.documentElement, { childList: true, subtree: true });
  document.addEventListener('DOMContentLoaded', () => observer.disconnect());
}

// The app shell leaves 'Login' out for a shopper who is logged in (see frame.css).
if (seemsLoggedIn()) document.documentElement.dataset.session = 'restored';

const embedded = document.getElementById('patchwork-registry');
if (embedded) {
  const remotes = chooseForVisitor(JSON.parse(embedded.textContent));
  fillLinks(remotes);
  // A tab with changed remotes may load this one from another address, or not at all.
  if (!hasRemoteChanges()) preloadFirstPage(remotes);
}
