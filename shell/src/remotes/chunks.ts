import { containerName, type ReleasedRemote } from '@patchwork/federation';

const whenDone = (script: Element): Promise<void> =>
  new Promise((resolve) => {
    for (const event of ['load', 'error']) script.addEventListener(event, () => resolve());
  });

/**
 * Forgets the chunks that a remote's container has announced: a new container would take them for
 * its own.
 */
export const forgetChunks = ({ id }: Pick<ReleasedRemote, 'id'>): boolean =>
  Reflect.deleteProperty(globalThis, `chunk_${containerName(id)}`);

/** Resolves when no chunk of a remote is under way: it would announce itself to a new container. */
export async function chunksSettled({ id }: Pick<ReleasedRemote, 'id'>): Promise<void> {
  const scripts = document.querySelectorAll(`script[data-rspack^="${containerName(id)}:"]`);
  await Promise.all([...scripts].map(whenDone));
}
