import type { ActiveRemote } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';
import { folderOf } from './folder-of.ts';

type RemoteId = Pick<ActiveRemote, 'id'>;
type Version = Pick<ActiveRemote, 'id' | 'entry'>;

/** Marks the script of a remote's entry, by the container's name. The bundler marks the chunks'. */
export const entryMark = 'data-remote-entry';

/** A remote's scripts that have not run yet: the runtime removes those that have. */
function pendingScripts({ id }: RemoteId): HTMLScriptElement[] {
  const name = containerName(id);
  return [
    ...document.querySelectorAll<HTMLScriptElement>(
      `script[data-rspack^="${name}:"], script[${entryMark}="${name}"]`,
    ),
  ];
}

/** Resolves when an element's file has been loaded, or could not be. */
export const whenSettled = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) element.addEventListener(event, () => resolve());
  });

/** Resolves when no script of a remote is pending. */
export async function scriptsSettled(remote: RemoteId): Promise<void> {
  await Promise.all(pendingScripts(remote).map(whenSettled));
}

/** What the page fetched ahead: a request for a file that is still on its way would wait for it. */
function abandonPreloads({ entry }: Version): void {
  const folder = folderOf(entry);
  for (const link of document.querySelectorAll<HTMLLinkElement>('link[rel="preload"]')) {
    if (link.href.startsWith(folder)) link.remove();
  }
}

/**
 * Drops a remote's loaded and pending chunks, which a new container would take for its own. A script
 * that another document has adopted is not run.
 */
export function abandonScripts(remote: Version): void {
  const otherDocument = document.implementation.createHTMLDocument();
  for (const script of pendingScripts(remote)) otherDocument.adoptNode(script);
  abandonPreloads(remote);
  Reflect.deleteProperty(globalThis, `chunk_${containerName(remote.id)}`);
}
