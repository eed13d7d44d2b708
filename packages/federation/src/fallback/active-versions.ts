import type { ActiveRemotes, ReleasedRemote } from '../registry/active-remotes.ts';

/** The version of each remote that this page works with now. */
export interface ActiveVersions {
  current(remote: ReleasedRemote): ReleasedRemote;
  all(): readonly ReleasedRemote[];
  replace(version: ReleasedRemote): void;
  /** Hears when another version has come into force. The answer ends it. */
  subscribe(hear: () => void): () => void;
}

export function createActiveVersions({ remotes }: ActiveRemotes): ActiveVersions {
  const versions = new Map(remotes.map((remote) => [remote.id, remote]));
  const hearers = new Set<() => void>();
  return {
    current: (remote) => versions.get(remote.id) ?? remote,
    all: () => [...versions.values()],
    replace(version) {
      versions.set(version.id, version);
      for (const hear of hearers) hear();
    },
    subscribe(hear) {
      hearers.add(hear);
      return () => void hearers.delete(hear);
    },
  };
}
