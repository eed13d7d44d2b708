import { hasRemoteChanges } from '@patchwork/devtools-bridge/has-remote-changes';
import { type ActiveRemotes, matchRoute, pathOfPage } from '@patchwork/federation';
import { chooseForVisitor } from '@patchwork/federation/browser';
import { redirectFor } from '../routing/access.ts';

/*
 * Inlined into the HTML: starts the downloads of the first page's remote at once, instead of after
 * the shell has arrived, run and asked. Does nothing where the registry isn't stitched in.
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

/** A guess, for the shell checks the session: a wrong one costs a download, or saves none. */
function seemsLoggedIn(): boolean {
  try {
    return localStorage.getItem('userToken') !== null;
  } catch {
    return false;
  }
}

/** The page that will be shown: the one asked for, or where its guard sends the visit. */
function firstPage({ remotes }: ActiveRemotes) {
  const asked = matchRoute(remotes, location.pathname);
  const elsewhere = asked && redirectFor(asked.route.access, seemsLoggedIn());
  return elsewhere ? matchRoute(remotes, pathOfPage(remotes, elsewhere)) : asked;
}

function preloadFirstPage(registry: ActiveRemotes): void {
  const page = firstPage(registry);
  if (!page) return;
  const { entry, files, integrity = {} } = page.remote;
  const base = new URL(entry, location.href);
  // Its files only once the entry is there: the browser gives a preload that failed to the first
  // real request, so a page's 'Try again' would fail although the files are back.
  preload(entry, integrity[fileName(entry)]).onload = () => {
    for (const file of files[page.route.module] ?? []) {
      // The entry asks for it with its hash: a preload without one would not be used.
      if (integrity[file]) preload(new URL(file, base).href, integrity[file]);
    }
  };
}

/**
 * The app shell's links name pages (`page:cart`), as the HTML is older than the remotes' paths. They get
 * their addresses as the HTML arrives, before it is painted.
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

// The still frame leaves 'Login' out for a shopper who is logged in (see frame.css).
if (seemsLoggedIn()) document.documentElement.dataset.session = 'restored';

const stitched = document.getElementById('patchwork-registry');
if (stitched) {
  const remotes = chooseForVisitor(JSON.parse(stitched.textContent));
  fillLinks(remotes);
  // A tab with changed remotes may load this one from another address, or not at all.
  if (!hasRemoteChanges()) preloadFirstPage(remotes);
}
