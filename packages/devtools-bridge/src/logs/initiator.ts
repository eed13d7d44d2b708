import type { ActiveRemote } from '@patchwork/federation';
import { folderOf, versionAtFault } from '@patchwork/federation/browser';

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

/** The remote to which the topmost frame of a stack belongs; 'shell' when no frame is a remote's. */
export function initiatorOf(stack: string, remotes: readonly ActiveRemote[]): string {
  // A remote at the page's root would claim every file of the shell.
  const elsewhere = remotes.filter(({ entry }) => folderOf(entry) !== folderOf('/'));
  return versionAtFault(stack, elsewhere)?.id ?? 'shell';
}
