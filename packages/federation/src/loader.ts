import { containerName } from './declaration.ts';
import type { Registry, ReleasedRemote } from './registry.ts';

/** The two calls of the federation runtime that a loader needs; tests pass their own. */
export interface FederationRuntime {
  registerRemotes(
    remotes: { name: string; entry: string; type: 'global' }[],
    options: { force: boolean },
  ): void;
  loadRemote(request: string): Promise<unknown>;
}

/** A remote's module that could not be had: its files are missing, broken, or do not answer. */
export class RemoteLoadError extends Error {
  readonly remote: ReleasedRemote;

  constructor(remote: ReleasedRemote, module: string, cause: unknown) {
    super(`${remote.id} ${remote.version}: ${module} could not be loaded`, { cause });
    this.name = 'RemoteLoadError';
    this.remote = remote;
  }
}

export interface Loader {
  /**
   * A remote's exposed module, downloaded at most once. Rejects with RemoteLoadError; the next call
   * after a failure asks the network again.
   */
  load(remote: ReleasedRemote, module: string): Promise<unknown>;
}

const toFederation = ({ id, entry }: ReleasedRemote) =>
  ({ name: containerName(id), entry, type: 'global' }) as const;

export function createLoader(registry: Registry, runtime: FederationRuntime): Loader {
  const pending = new Map<string, Promise<unknown>>();
  const failed = new Set<string>();
  const requestOf = (remote: ReleasedRemote, module: string) =>
    `${containerName(remote.id)}/${module.replace('./', '')}`;

  runtime.registerRemotes(registry.remotes.map(toFederation), { force: false });

  async function fetchModule(remote: ReleasedRemote, module: string): Promise<unknown> {
    // The runtime remembers a failed entry for ever; registering it anew makes it forget.
    if (failed.delete(remote.id)) runtime.registerRemotes([toFederation(remote)], { force: true });
    try {
      const loaded = await runtime.loadRemote(requestOf(remote, module));
      if (!loaded) throw new Error('the container holds no such module');
      return loaded;
    } catch (cause) {
      failed.add(remote.id);
      pending.delete(requestOf(remote, module));
      throw new RemoteLoadError(remote, module, cause);
    }
  }

  return {
    load(remote, module) {
      const request = requestOf(remote, module);
      const running = pending.get(request) ?? fetchModule(remote, module);
      pending.set(request, running);
      return running;
    },
  };
}
