import { useMemo, useSyncExternalStore } from 'react';
import type { ReleasedRemote } from '../registry/active-remotes.ts';
import type { RemoteComponent } from '../runtime/containers.ts';
import { moduleOf } from '../runtime/page-or-slot.ts';
import { useRemotes } from './remotes.tsx';

/** A place in the frame that a remote fills; another object when another version is in force. */
export interface FilledSlot<Props> {
  /** Rejects when the module can't be had, or is none. */
  load(): Promise<RemoteComponent<Props>>;
  /** To be told of a crash: see HealingLoader. */
  crashed(remote: ReleasedRemote, error: unknown): 'again' | Promise<boolean>;
  /** To be told of an error of a component that left: see HealingLoader. */
  threw(error: unknown): void;
}

/** The remote that fills a slot, and the way to get its component; undefined when none does. */
export function useSlot<Props = object>(name: string): FilledSlot<Props> | undefined {
  const { active: registry, loader } = useRemotes();
  const chosen = registry.remotes.find(({ slots }) => name in slots);
  const inForce = () => chosen && loader.activeVersion(chosen);
  const remote = useSyncExternalStore(loader.subscribe, inForce, inForce);
  return useMemo(() => {
    const place = { slot: name };
    if (!remote || !moduleOf(remote, place)) return undefined;
    return {
      load: () => loader.load<Props>(remote, place),
      crashed: (version, error) => loader.reportCrash(version, place, error),
      threw: loader.reportError,
    };
  }, [remote, loader, name]);
}
