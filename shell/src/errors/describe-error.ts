import type { ErrorRecord } from '@patchwork/devtools-bridge';
import { type ActiveRemote, matchRoute } from '@patchwork/federation';
import { RemoteLoadError, versionAtFault } from '@patchwork/federation/browser';
import type { Occurrence } from './watch-errors.ts';

/** What a page runs at one moment: a fallback changes it. */
export interface RunningVersions {
  /** Of the shell. */
  readonly shell: string;
  readonly remotes: readonly ActiveRemote[];
}

/** Causes can form a cycle. */
const MAX_CAUSES = 4;

/** A message, then those of the causes behind it. Anything can be thrown, also what has no text. */
function messageOf(error: unknown, causes = MAX_CAUSES): string {
  try {
    if (!(error instanceof Error)) return String(error);
    const text = `${error.name}: ${error.message}`;
    return error.cause === undefined || causes === 0
      ? text
      : `${text}: ${messageOf(error.cause, causes - 1)}`;
  } catch {
    return 'a value without a text';
  }
}

/** Some browsers write the message above the frames. */
const framesOf = (error: unknown): string =>
  error instanceof Error ? String(error.stack ?? '').replace(error.message, '') : '';

/** The piece at fault; 'unknown' when nothing names a file of the shop: an extension's error, for example. */
function pieceAtFault(
  { event, error, remote, componentStack }: Occurrence,
  { shell, remotes }: RunningVersions,
): Pick<ErrorRecord, 'piece' | 'version'> {
  const places = `${framesOf(error)}\n${componentStack ?? ''}\n${messageOf(error)}`;
  const found =
    remote ??
    (error instanceof RemoteLoadError ? error.remote : undefined) ??
    versionAtFault(places, remotes);
  if (found) return { piece: found.id, version: found.version };
  const isShells = event === 'violation' || places.includes(`${location.origin}/`);
  return isShells ? { piece: 'shell', version: shell } : { piece: 'unknown', version: '' };
}

/** An occurrence as developers read it: whose it is, where, and all of its text. */
export function describeError(occurrence: Occurrence, versions: RunningVersions): ErrorRecord {
  const { event, error, at, pathname, cause, fallback } = occurrence;
  return {
    ...{ event, at, ...pieceAtFault(occurrence, versions) },
    // The pattern that the remote declares: a path has ids in it.
    route: matchRoute(versions.remotes, pathname)?.route.path ?? '*',
    message: messageOf(error),
    stack: framesOf(error),
    ...{ cause, fallback },
  };
}
