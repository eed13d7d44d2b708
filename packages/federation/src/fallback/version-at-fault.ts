import type { ReleasedRemote } from '../registry/active-remotes.ts';
import { folderOf } from '../runtime/folder-of.ts';

/** The version whose code an error was thrown by or through, as far as its stack says. */
export function versionBehind(
  error: unknown,
  versions: readonly ReleasedRemote[],
): ReleasedRemote | undefined {
  const stack = (error instanceof Error && error.stack) || '';
  const places = versions
    .map((version) => ({ version, at: stack.indexOf(folderOf(version.entry)) }))
    .filter(({ at }) => at !== -1);
  return places.sort((one, other) => one.at - other.at)[0]?.version;
}
