import { createStoredValue } from '@patchwork/storage';
import type { FallbackRecord } from '../fallback/fallback-record.ts';
import type { FailedVersion } from '../registry/choose-remotes.ts';

const HOUR_MS = 60 * 60 * 1000;

/**
 * How long a version is remembered, by its cause; then it gets another chance, if the registry still
 * names it. Code that crashes stays the same. A server that lacked a file may have it by now, and asking
 * it again costs the visitor a second.
 */
const MEMORY_MS: Record<FallbackRecord['cause'], number> = { load: HOUR_MS, crash: 24 * HOUR_MS };

interface StoredFailure extends FailedVersion {
  /** When it is forgotten, in milliseconds since 1970. */
  readonly until: number;
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

/**
 * The versions that failed this visitor and are still remembered. Free of dependencies: it is inlined into
 * the page's HTML.
 */
export const readFailedVersions = (): readonly StoredFailure[] =>
  (stored.read() ?? []).filter(isRecent);

const allBut = ({ remote, version }: FailedVersion): StoredFailure[] =>
  readFailedVersions().filter((each) => each.remote !== remote || each.version !== version);

export function rememberFailure(
  { remote, version }: FailedVersion,
  cause: FallbackRecord['cause'],
): void {
  const failure = { remote, version, until: Date.now() + MEMORY_MS[cause] };
  stored.write([...allBut(failure), failure]);
}

export function forgetFailure(failed: FailedVersion): void {
  stored.write(allBut(failed));
}
