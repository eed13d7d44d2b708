import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { containerName } from '../registry/declaration.ts';

type RemoteId = Pick<ReleasedRemote, 'id'>;

/** Marks the script of a remote's entry, by the container's name. The bundler marks the chunks'. */
export const entryMark = 'data-remote-entry';

/** A remote's scripts that have not run yet: those that have are taken off the page. */
function underWay({ id }: RemoteId): HTMLScriptElement[] {
  const name = containerName(id);
  return [
    ...document.querySelectorAll<HTMLScriptElement>(
      `script[data-rspack^="${name}:"], script[${entryMark}="${name}"]`,
    ),
  ];
}

const whenDone = (script: Element): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) script.addEventListener(event, () => resolve());
  });

/** Resolves when no script of a remote is under way. */
export async function scriptsSettled(remote: RemoteId): Promise<void> {
  await Promise.all(underWay(remote).map(whenDone));
}

/**
 * Forgets the chunks that a remote's container has announced, and those that would be: a new
 * container would take them for its own. A script that another document has adopted is not run.
 */
export function abandonScripts(remote: RemoteId): void {
  const elsewhere = document.implementation.createHTMLDocument();
  for (const script of underWay(remote)) elsewhere.adoptNode(script);
  Reflect.deleteProperty(globalThis, `chunk_${containerName(remote.id)}`);
}
