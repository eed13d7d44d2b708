import { createStoredValue } from '@patchwork/storage';
import type { FallbackRecord } from '../fallback/fallback-record.ts';
import { type FailedVersion, isAmong } from '../registry/choose-remotes.ts';
import { endEvaluation, readHungVersion } from './evaluation.ts';

declare global {
  interface PatchworkStores {
    'failed-versions': 'shop';
  }
}

const HOUR_MS = 60 * 60 * 1000;

/**
 * How long a version is remembered, by its cause; then it gets another chance, if the registry still
 * names it. Code that crashes stays the same. A server that lacked a file may have it by now, and asking
 * it again costs the visitor a second. A browser that ended while code ran looks like code that hung.
 */
const MEMORY_MS: Record<FallbackRecord['cause'], number> = {
  load: HOUR_MS,
  hang: HOUR_MS,
  crash: 24 * HOUR_MS,
};

interface StoredFailure extends FailedVersion {
  /** When it is forgotten, in milliseconds since 1970. */
  readonly until: number;
  /** Its code did not return: it is not run again. */
  readonly hangs?: boolean;
}

function isStoredFailure(entry: unknown): entry is StoredFailure {
  const { remote, version, until } = Object(entry);
  return typeof remote === 'string' && typeof version === 'string' && typeof until === 'number';
}

const stored = createStoredValue<readonly StoredFailure[]>({
  name: 'failed-versions',
  version: 1,
  scope: 'shop',
  parse: (value) => (Array.isArray(value) ? value.filter(isStoredFailure) : []),
});

const isRecent = ({ until }: StoredFailure): boolean =>
  until > Date.now() && until <= Date.now() + MEMORY_MS.crash;

const readStored = (): readonly StoredFailure[] => (stored.read() ?? []).filter(isRecent);

/**
 * The versions that failed this visitor and are still remembered. Free of dependencies: it is inlined into
 * the page's HTML.
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
  stored.write([...allBut(failure), failure]);
}

/** Remembers the version whose code did not return on an earlier page, or in another tab. Returns it. */
export function rememberHang(): FailedVersion | undefined {
  const hung = readHungVersion();
  if (!hung) return undefined;
  rememberFailure(hung, 'hang');
  endEvaluation();
  return hung;
}

export function forgetFailure(failed: FailedVersion): void {
  stored.write(allBut(failed));
}
