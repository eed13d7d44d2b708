import { containerName, type ReleasedRemote } from '@patchwork/federation';

/** Milliseconds. A chunk that takes longer than that to arrive is not waited for. */
const patience = 3000;

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
  const timeout = new Promise((resolve) => setTimeout(resolve, patience));
  await Promise.race([Promise.all([...scripts].map(whenDone)), timeout]);
}
