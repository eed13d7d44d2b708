import type { ActiveRemotes } from '@patchwork/federation';

/** Between a remote's click handler and the store there are the frames of React and of Jotai. */
const MAX_FRAMES = 60;

/** The stack of the code that runs now, deep enough to reach past the shell's frames. */
export function captureStack(): string {
  // V8 captures 10 frames by default; Firefox has no such limit, and ignores the property.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/**
 * The remote to which the topmost frame of a stack belongs, by the folder of its entry; 'shell' when
 * no frame is a remote's.
 */
export function initiatorOf(
  stack: string,
  { remotes }: Pick<ActiveRemotes, 'remotes'>,
  pageUrl: string,
): string {
  const root = new URL('/', pageUrl).href;
  const folders = remotes
    .map(({ id, entry }) => ({ id, folder: new URL('.', new URL(entry, pageUrl)).href }))
    // A remote at the page's root would claim every file of the shell.
    .filter(({ folder }) => folder !== root);
  // V8 writes "at name (address:1:2)", Firefox and Safari write "name@address:1:2".
  for (const [address] of stack.matchAll(/https?:\/\/[^\s)]+/g)) {
    const owner = folders.find(({ folder }) => address.startsWith(folder));
    if (owner) return owner.id;
  }
  return 'shell';
}
