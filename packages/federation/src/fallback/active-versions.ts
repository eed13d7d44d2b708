import type { ActiveRemotes, ReleasedRemote } from '../registry/active-remotes.ts';

/** The version of each remote that this page works with now. */
export interface VersionsInForce {
  of(remote: ReleasedRemote): ReleasedRemote;
  all(): readonly ReleasedRemote[];
  replaceBy(version: ReleasedRemote): void;
  /** Hears when another version has come into force. The answer ends it. */
  subscribe(hear: () => void): () => void;
}

export function createVersionsInForce({ remotes }: ActiveRemotes): VersionsInForce {
  const versions = new Map(remotes.map((remote) => [remote.id, remote]));
  const hearers = new Set<() => void>();
  return {
    of: (remote) => versions.get(remote.id) ?? remote,
    all: () => [...versions.values()],
    replaceBy(version) {
      versions.set(version.id, version);
      for (const hear of hearers) hear();
    },
    subscribe(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}
