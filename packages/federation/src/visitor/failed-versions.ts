import { createStoredValue } from '@patchwork/storage';
import type { FailedVersion } from '../registry/choose-remotes.ts';

/** After a day a version gets another chance, if the registry still names it. */
const MEMORY_MS = 24 * 60 * 60 * 1000;

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
  until > Date.now() && until <= Date.now() + MEMORY_MS;

/**
 * The versions that failed this visitor within the last day. Free of dependencies: it is inlined into
 * the page's HTML.
 */
export const readFailedVersions = (): readonly StoredFailure[] =>
  (stored.read() ?? []).filter(isRecent);

const allBut = ({ remote, version }: FailedVersion): StoredFailure[] =>
  readFailedVersions().filter((each) => each.remote !== remote || each.version !== version);

export function rememberFailure({ remote, version }: FailedVersion): void {
  const failure = { remote, version, until: Date.now() + MEMORY_MS };
  stored.write([...allBut(failure), failure]);
}

export function forgetFailure(failed: FailedVersion): void {
  stored.write(allBut(failed));
}
