import {
  type BadRelease,
  type Loader,
  type Registry,
  type ReleasedRemote,
  RemoteLoadError,
} from '@patchwork/federation';
import type { HealedRelease } from '@patchwork/inspection';
import { chunksSettled, forgetChunks } from './chunks.ts';
import { asComponentModule } from './component.ts';
import type { ComponentModule } from './contract.ts';
import { retireStyles } from './styles.ts';
import type { VersionsInForce } from './versions-in-force.ts';

export interface HealingOptions {
  readonly loader: Loader;
  readonly versions: VersionsInForce;
  /** What a visitor is given whom these versions failed as well. */
  readonly choose: (bad: readonly BadRelease[]) => Registry;
  readonly remember: (bad: BadRelease) => void;
  readonly forget: (bad: BadRelease) => void;
  readonly report: (healed: HealedRelease) => void;
}

export interface Healer {
  /** A module of one version; rejects with RemoteLoadError, also when it is no component. */
  fetch<Props>(version: ReleasedRemote, module: string): Promise<ComponentModule<Props>>;
  /** Resolves when no other version is being tried. */
  settled(remote: ReleasedRemote): Promise<void>;
  /** Whether another version than the one that failed is in force afterwards, with this module. */
  heal(
    failed: ReleasedRemote,
    module: string,
    cause: HealedRelease['cause'],
    error: unknown,
  ): Promise<boolean>;
  /** Takes it back that versions were to blame for their crashes. */
  acquit(remote: ReleasedRemote): void;
}

/** Whether a version declares the module: another's page is no page of this one. */
const declares = ({ routes, slots }: ReleasedRemote, module: string): boolean =>
  routes.some((route) => route.module === module) || Object.values(slots).includes(module);

const firstLine = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).split('\n', 1).join().slice(0, 200);

const badOf = ({ id, version }: ReleasedRemote): BadRelease => ({ remote: id, version });

const isAmong = (bad: readonly BadRelease[], { id, version }: ReleasedRemote): boolean =>
  bad.some((failed) => failed.remote === id && failed.version === version);

/** Puts the previous good version of a remote in the place of one that failed. */
export function createHealer(options: HealingOptions): Healer {
  const { loader, versions, choose, remember, forget, report } = options;
  const trials = new Map<string, Promise<boolean>>();
  const replaced: (BadRelease & Pick<HealedRelease, 'cause'>)[] = [];

  async function use(remote: ReleasedRemote): Promise<void> {
    await chunksSettled(remote);
    forgetChunks(remote);
    loader.use(remote);
  }

  function fallbackOf(failed: ReleasedRemote, module: string): ReleasedRemote | undefined {
    const bad = [...replaced, badOf(failed)];
    const next = choose(bad).remotes.find(({ id }) => id === failed.id);
    return next && declares(next, module) && !isAmong(bad, next) ? next : undefined;
  }

  const fetch: Healer['fetch'] = async (version, module) => {
    const loaded = await loader.load(version, module);
    try {
      return asComponentModule(loaded, module);
    } catch (cause) {
      throw new RemoteLoadError(version, module, cause);
    }
  };

  /** Only a version that loads is better than one that doesn't: the network may be what fails. */
  async function tryFallback(failed: ReleasedRemote, module: string): Promise<boolean> {
    const fallback = navigator.onLine ? fallbackOf(failed, module) : undefined;
    if (!fallback) return false;
    await use(fallback);
    try {
      await fetch(fallback, module);
    } catch {
      await use(failed);
      return false;
    }
    versions.replaceBy(fallback);
    return true;
  }

  async function settled({ id }: ReleasedRemote): Promise<void> {
    while (trials.has(id)) await trials.get(id);
  }

  return {
    fetch,
    settled,
    async heal(failed, module, cause, error) {
      // Not by `settled`, which would let two failures of the same moment both get past here.
      while (trials.has(failed.id)) await trials.get(failed.id);
      if (versions.of(failed).version !== failed.version) return true;
      const trial = tryFallback(failed, module).finally(() => trials.delete(failed.id));
      trials.set(failed.id, trial);
      if (!(await trial)) return false;
      const bad = badOf(failed);
      replaced.push({ ...bad, cause });
      remember(bad);
      retireStyles(failed);
      const fallback = versions.of(failed).version;
      report({ ...bad, fallback, cause, message: firstLine(error) });
      return true;
    },
    acquit({ id }) {
      for (const { remote, version, cause } of replaced) {
        if (remote === id && cause === 'crash') forget({ remote, version });
      }
    },
  };
}
