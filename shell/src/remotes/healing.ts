import { type ReleasedRemote, RemoteLoadError } from '@patchwork/federation';
import type { ComponentModule } from './contract.ts';
import { createHealer, type HealingOptions } from './healer.ts';

/** A module, and the version of the remote that it comes from. */
export interface Part<Props = object> {
  readonly remote: ReleasedRemote;
  readonly module: ComponentModule<Props>;
}

/** Loads what the page is made of. A version that fails is replaced by the previous good one. */
export interface HealingLoader {
  /** A module of the version in force. Rejects with RemoteLoadError when no version has it. */
  load<Props = object>(remote: ReleasedRemote, module: string): Promise<Part<Props>>;
  /** Fetches what nobody waits for yet: a failure changes nothing. */
  loadAhead(remote: ReleasedRemote, module: string): Promise<void>;
  isDown(remote: ReleasedRemote): boolean;
  /** Forgets what was loaded of a remote: the next call gets its files anew. */
  renew(remote: ReleasedRemote): void;
  /** The version of a remote that this page works with now. */
  inForce(remote: ReleasedRemote): ReleasedRemote;
  /** Hears when another version has come into force. The answer ends it. */
  subscribe(hear: () => void): () => void;
  /**
   * To be told of a component that crashed while it was rendered. Says whether to render it once
   * more; or promises whether another version is in force, which has the module.
   */
  crashed(remote: ReleasedRemote, module: string, error: unknown): 'again' | Promise<boolean>;
}

/**
 * Crashes of a version's components from which it is replaced, counted from one page load to the
 * next. The first is forgiven: the component is rendered anew.
 */
const errorBudget = 2;

const causeOf = (failure: unknown): unknown =>
  failure instanceof RemoteLoadError ? failure.cause : failure;

export function createHealingLoader(options: HealingOptions): HealingLoader {
  const { loader, versions } = options;
  const healer = createHealer(options);
  const crashes = new Map<string, number>();

  /** When the older version crashes as well, it was not the newer one's fault. */
  async function replace(version: ReleasedRemote, module: string, error: unknown) {
    const isHealed = await healer.heal(version, module, 'crash', error);
    if (!isHealed) healer.acquit(version);
    return isHealed;
  }

  return {
    async load<Props>(remote: ReleasedRemote, module: string): Promise<Part<Props>> {
      await healer.settled(remote);
      const version = versions.of(remote);
      try {
        return { remote: version, module: await healer.fetch<Props>(version, module) };
      } catch (failure) {
        if (!(await healer.heal(version, module, 'load', causeOf(failure)))) throw failure;
        const fallback = versions.of(remote);
        return { remote: fallback, module: await healer.fetch<Props>(fallback, module) };
      }
    },
    async loadAhead(remote, module) {
      await healer.settled(remote);
      await loader.load(versions.of(remote), module).catch(() => undefined);
    },
    isDown: (remote) => loader.isDown(remote),
    renew: (remote) => loader.renew(versions.of(remote)),
    inForce: versions.of,
    subscribe: versions.subscribe,
    crashed(version, module, error) {
      const key = `${version.id} ${version.version}`;
      const count = (crashes.get(key) ?? 0) + 1;
      crashes.set(key, count);
      return count < errorBudget ? 'again' : replace(version, module, error);
    },
  };
}
