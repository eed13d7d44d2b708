import type { ActiveRemote } from '../registry/active-remotes.ts';
import { folderOf } from '../runtime/folder-of.ts';

/** The version whose code threw an error: the first one whose files the error's stack names. */
export function versionAtFault(
  stack: string,
  versions: readonly ActiveRemote[],
): ActiveRemote | undefined {
  const named = versions
    .map((version) => ({ version, position: stack.indexOf(folderOf(version.entry)) }))
    .filter(({ position }) => position !== -1);
  return named.sort((one, other) => one.position - other.position)[0]?.version;
}
