import type { ActiveRemotes } from '@patchwork/federation';

/** Frames. Between a remote's click handler and the store lie React's and Jotai's own. */
const depth = 60;

/** The stack of whoever calls the caller, deep enough to reach past the shell's frames. */
export function captureStack(): string {
  // V8 keeps 10 frames unless told; Firefox has no such limit, and ignores the property.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = depth;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/**
 * The remote whose files the topmost frames of a stack beyond the shell's lie among, told by the
 * folders of the registry's entries; else 'shell'.
 */
export function initiatorOf(stack: string, { remotes }: ActiveRemotes, pageUrl: string): string {
  const root = new URL('/', pageUrl).href;
  const folders = remotes
    .map(({ id, entry }) => ({ id, folder: new URL('.', new URL(entry, pageUrl)).href }))
    // Of a remote at the page's root every file of the shell would seem to be.
    .filter(({ folder }) => folder !== root);
  // V8 writes "at name (address:1:2)", Firefox and Safari write "name@address:1:2".
  for (const [address] of stack.matchAll(/https?:\/\/[^\s)]+/g)) {
    const owner = folders.find(({ folder }) => address.startsWith(folder));
    if (owner) return owner.id;
  }
  return 'shell';
}
