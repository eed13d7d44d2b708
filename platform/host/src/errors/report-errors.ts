import { RemoteLoadError, versionAtFault } from '../browser.ts';
import type { ErrorRecord, PageLogs } from '../devtools/page-logs.ts';
import { type ActiveRemote, matchRoute } from '../index.ts';
import type { Occurrence } from './watch-errors.ts';
import { withoutPersonalData } from './without-personal-data.ts';

/** Versions in use. They change when a remote falls back. */
export interface RunningVersions {
  readonly shell: string;
  readonly remotes: readonly ActiveRemote[];
}

/** Maximum number of causes to read, because causes can form a cycle. */
const MAX_CAUSES = 4;

/** Returns the messages of an error and its causes. Any value can be thrown, even one without a text. */
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

/** Returns an error's stack without the message, which some browsers put above the frames. */
const framesOf = (error: unknown): string =>
  error instanceof Error ? String(error.stack ?? '').replace(error.message, '') : '';

/**
 * Returns the piece at fault; 'unknown', with the version '', if the stack has no file of the shop. Such an error may
 * come from a browser extension.
 */
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

/** Describes an error for developers: the piece at fault, the route, and the complete text. */
export function describeError(occurrence: Occurrence, versions: RunningVersions): ErrorRecord {
  const { event, error, at, pathname, cause, fallback } = occurrence;
  return {
    ...{ event, at, ...pieceAtFault(occurrence, versions) },
    // The route's pattern. The path itself has ids in it.
    route: matchRoute(versions.remotes, pathname)?.route.path ?? '*',
    message: messageOf(error),
    stack: framesOf(error),
    ...{ cause, fallback },
  };
}

/** Maximum number of reports per page, so that a page that keeps failing doesn't flood the log. */
const MAX_REPORTS = 20;

const MAX_FRAMES = 5;

/** Returns the first few of the shop's files in a stack, with line and column. The page's own address is left out. */
function shopFramesOf(stack: string, entries: readonly string[]): string[] {
  const folders = ['/static/', ...entries].map(
    (path) => new URL('.', new URL(path, location.href)),
  );
  const addresses = stack.match(/https?:\/\/[^\s()]+?\.js(?:\?\w*)?:\d+:\d+/g) ?? [];
  return addresses
    .filter((address) => folders.some(({ href }) => address.startsWith(href)))
    .slice(0, MAX_FRAMES);
}

/**
 * Returns a function that sends each error once to the shop's operators. A report identifies no visitor, page or
 * session: it has no cookies and no referrer. It is plain text, so that it needs no preflight request to another
 * origin, and is sent even while the page closes. Failures to send are ignored.
 */
export function createReporter(
  url: string,
): (record: ErrorRecord, versions: RunningVersions) => void {
  const sent = new Set<string>();
  return (record, { shell, remotes }) => {
    const { event, piece, version, route, message, stack, cause, fallback } = record;
    const what = {
      event,
      piece,
      version,
      message: withoutPersonalData(message),
      frames: shopFramesOf(
        stack,
        remotes.map(({ entry }) => entry),
      ),
      cause,
      fallback,
    };
    const key = JSON.stringify(what);
    if (sent.has(key) || sent.size === MAX_REPORTS) return;
    sent.add(key);
    const release = Object.fromEntries([
      ['shell', shell],
      ...remotes.map((remote) => [remote.id, remote.version]),
    ]);
    const body = JSON.stringify({ format: 2, ...what, route, release });
    void fetch(url, {
      method: 'POST',
      body,
      mode: 'no-cors',
      keepalive: true,
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    }).catch(() => undefined);
  };
}

export interface Receivers {
  /** `reporting.url` of the runtime configuration. */
  readonly url: string | undefined;
  readonly log: PageLogs['onError'] | undefined;
}

export type Receive = (found: Occurrence, versions: RunningVersions) => void;

/** Returns a function that passes an error to the devtools and to the shop's operators, whichever are configured. */
export function createReceiver({ url, log }: Receivers): Receive {
  const report = url === undefined ? undefined : createReporter(url);
  return (found, versions) => {
    const record = describeError(found, versions);
    log?.(record);
    report?.(record, versions);
  };
}
