import type { FallbackRecord } from '../loading/fallback.ts';
import { type FailedVersion, isAmong } from '../registry/choose-remotes.ts';
import { createStoredValue } from '../storage/stored-value.ts';

declare global {
  interface PatchworkStores {
    'evaluated-version': 'shop';
    'failed-versions': 'shop';
  }
}

/**
 * Milliseconds after which running code counts as hanging. If it has run for less, another tab may be loading it now.
 */
const HANG_MS = 5000;

interface Evaluation extends FailedVersion {
  /** Start of the evaluation, in milliseconds since 1970. */
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
 * Stores that a version's code starts to run. If the page ends before `endEvaluation`, the next page finds this note.
 * Returns false if the browser can't store it.
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
 * Milliseconds for which a failed version is avoided, by cause; then it is tried again if the registry still lists it.
 * A crash is remembered longest, because the code stays the same. Missing files may have arrived meanwhile, and a new
 * attempt costs only a second. A hang is uncertain: closing the browser during evaluation looks the same.
 */
const MEMORY_MS: Record<FallbackRecord['cause'], number> = {
  load: HOUR_MS,
  hang: HOUR_MS,
  crash: 24 * HOUR_MS,
};

interface StoredFailure extends FailedVersion {
  /** Time until which the version is avoided, in milliseconds since 1970. */
  readonly until: number;
  /** Whether the version's code hung. Such code is not evaluated again. */
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

/** Returns the stored versions that failed for this visitor. Inlined into the page's HTML, so it imports no library. */
export function readFailedVersions(): readonly FailedVersion[] {
  const hung = readHungVersion();
  return hung ? [...readStored(), hung] : readStored();
}

const allBut = ({ remote, version }: FailedVersion): StoredFailure[] =>
  readStored().filter((each) => each.remote !== remote || each.version !== version);

/** Whether a version's code is known to hang. */
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

/** Stores as failed the version whose code hung on an earlier page or in another tab. Returns it, if any. */
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
