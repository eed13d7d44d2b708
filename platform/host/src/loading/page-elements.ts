import type { ActiveRemote } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import { folderOf } from './version-files.ts';

type RemoteId = Pick<ActiveRemote, 'id'>;
type Version = Pick<ActiveRemote, 'id' | 'entry'>;

/**
 * Attribute on the script of a remote's entry; its value is the container's name. The bundler marks the scripts of
 * chunks itself.
 */
export const entryMark = 'data-remote-entry';

/** Returns a remote's scripts that have not run yet. Finished scripts are removed from the page. */
function pendingScripts({ id }: RemoteId): HTMLScriptElement[] {
  const name = containerName(id);
  return [
    ...document.querySelectorAll<HTMLScriptElement>(
      `script[data-rspack^="${name}:"], script[${entryMark}="${name}"]`,
    ),
  ];
}

/** Resolves when an element's file has been loaded or has failed. */
export const whenLoadEnds = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, () => resolve());
  });

/** Resolves when all scripts of a remote that were pending at the call have been loaded or have failed. */
export async function pendingScriptsEnd(remote: RemoteId): Promise<void> {
  await Promise.all(pendingScripts(remote).map(whenLoadEnds));
}

/** Removes a version's preloads. Otherwise a new request for the same file would wait for a pending preload. */
function abandonPreloads({ entry }: Version): void {
  const folder = folderOf(entry);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')) {
    if (link.href.startsWith(folder)) link.remove();
  }
}

/**
 * Removes a version's preloads, and its remote's pending scripts and registered chunks, which a new container would
 * mistake for its own. A pending script is moved to another document, where it doesn't run.
 */
export function abandonScripts(remote: Version): void {
  const otherDocument = document.implementation.createHTMLDocument();
  for (const script of pendingScripts(remote)) otherDocument.adoptNode(script);
  abandonPreloads(remote);
  // Emptied, not deleted: code of the old container that is still on screen receives its later chunks by this list.
  Reflect.get(globalThis, `chunk_${containerName(remote.id)}`)?.splice(0);
}

/**
 * Returns the style sheets on the page that come from an entry's folder: links or, in the HTML of a page, elements with
 * their text and an `href`.
 */
export function stylesOf(entry: string): HTMLLinkElement[] {
  const folder = folderOf(entry);
  const sheets = document.querySelectorAll<HTMLLinkElement>(
    'link[rel="stylesheet"], style[data-href]',
  );
  return [...sheets].filter(({ href }) => href.startsWith(folder));
}

/**
 * Removes a replaced version's style sheets when none of its components is shown any more: its successor uses the same
 * class names.
 */
export function removeUnusedStyles({ id, version, entry }: ActiveRemote): void {
  const region = `[data-boundary="${CSS.escape(id)}"][data-version="${CSS.escape(version)}"]`;
  function removeIfUnused(): void {
    if (document.querySelector(region)) return;
    observer.disconnect();
    for (const sheet of stylesOf(entry)) sheet.remove();
  }
  const observer = new MutationObserver(removeIfUnused);
  observer.observe(document.body, { childList: true, subtree: true });
  removeIfUnused();
}
