import type { ActiveRemote, ActiveRemotes } from '../registry/active-remotes.ts';

/** The version of each remote that this page works with now. */
export interface ActiveVersions {
  current: (remote: ActiveRemote) => ActiveRemote;
  all: () => readonly ActiveRemote[];
  replace: (version: ActiveRemote) => void;
  /** Calls the listener when another version has become active. Returns how to unsubscribe. */
  subscribe: (listener: () => void) => () => void;
}

export function createActiveVersions({ remotes }: ActiveRemotes): ActiveVersions {
  const versions = new Map(remotes.map((remote) => [remote.id, remote]));
  const listeners = new Set<() => void>();
  return {
    current: (remote) => versions.get(remote.id) ?? remote,
    all: () => [...versions.values()],
    replace(version) {
      versions.set(version.id, version);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
