import { createStoredValue } from '@patchwork/storage';
import type { FallbackRecord } from '../loading/fallback.ts';
import { type FailedVersion, isAmong } from '../registry/choose-remotes.ts';

declare global {
  interface PatchworkStores {
    'evaluated-version': 'shop';
    'failed-versions': 'shop';
  }
}

/**
 * Time after which running code counts as hung. Code that has run for less may belong to another tab that is
 * loading now.
 */
const HANG_MS = 5000;

interface Evaluation extends FailedVersion {
  /** Time at which its code began to run, in milliseconds since 1970. */
  readonly since: number;
}

const storedEvaluation = createStoredValue<Evaluation>({
  name: 'evaluated-version',
  version: 1,
  scope: 'shop',
  parse(value) {
    const { remote, version, since } = Object(value);
    if (typeof remote === 'string' && typeof version === 'string' && typeof since === 'number') {
      return { remote, version, since };
    }
    throw new TypeError('not an evaluation');
  },
});

/**
 * Notes that a version's code begins to run. A page that ends before `endEvaluation` leaves the note for the next
 * one.
 */
export const beginEvaluation = (remote: string, version: string): boolean =>
  storedEvaluation.write({ remote, version, since: Date.now() });

export const endEvaluation = storedEvaluation.remove;

/**
 * Returns the version whose code was running when its page ended, or has been running in another tab for too long.
 * Inlined into the page's HTML, so it imports no library.
 */
function readHungVersion(): FailedVersion | undefined {
  const last = storedEvaluation.read();
  if (!last) return undefined;
  const { since, ...version } = last;
  const age = Date.now() - since;
  return age >= 0 && age < HANG_MS ? undefined : version;
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * Time for which a failed version is remembered, by cause; then it is tried again, if the registry still names it.
 * Code that crashed stays the same. A server that lacked a file may have it by now, and another request costs the
 * visitor a second. A browser that ended while code ran looks like code that hung.
 */
const MEMORY_MS: Record<FallbackRecord['cause'], number> = {
  load: HOUR_MS,
  hang: HOUR_MS,
  crash: 24 * HOUR_MS,
};

interface StoredFailure extends FailedVersion {
  /** Time at which it is forgotten, in milliseconds since 1970. */
  readonly until: number;
  /** Whether its code did not return: it is then not run again. */
  readonly hangs?: boolean;
}

function isStoredFailure(entry: unknown): entry is StoredFailure {
  const { remote, version, until } = Object(entry);
  return typeof remote === 'string' && typeof version === 'string' && typeof until === 'number';
}

const storedFailures = createStoredValue<readonly StoredFailure[]>({
  name: 'failed-versions',
  version: 1,
  scope: 'shop',
  parse: (value) => (Array.isArray(value) ? value.filter(isStoredFailure) : []),
});

const isRecent = ({ until }: StoredFailure): boolean =>
  until > Date.now() && until <= Date.now() + MEMORY_MS.crash;

const readStored = (): readonly StoredFailure[] => (storedFailures.read() ?? []).filter(isRecent);

/**
 * Returns the versions that failed this visitor and are still remembered. Inlined into the page's HTML, so it
 * imports no library.
 */
export function readFailedVersions(): readonly FailedVersion[] {
  const hung = readHungVersion();
  return hung ? [...readStored(), hung] : readStored();
}

const allBut = ({ remote, version }: FailedVersion): StoredFailure[] =>
  readStored().filter((each) => each.remote !== remote || each.version !== version);

/** Whether a version's code is known not to return. */
export const hasHung = ({ remote, version }: FailedVersion): boolean =>
  isAmong(
    readStored().filter(({ hangs }) => hangs),
    { id: remote, version },
  );

export function rememberFailure(
  { remote, version }: FailedVersion,
  cause: FallbackRecord['cause'],
): void {
  const until = Date.now() + MEMORY_MS[cause];
  const hangs = cause === 'hang' || hasHung({ remote, version });
  const failure = { remote, version, until, ...(hangs && { hangs }) };
  storedFailures.write([...allBut(failure), failure]);
}

/** Remembers the version whose code did not return on an earlier page, or in another tab. Returns it, if any. */
export function rememberHang(): FailedVersion | undefined {
  const hung = readHungVersion();
  if (!hung) return undefined;
  rememberFailure(hung, 'hang');
  endEvaluation();
  return hung;
}

export function forgetFailure(failed: FailedVersion): void {
  storedFailures.write(allBut(failed));
}
