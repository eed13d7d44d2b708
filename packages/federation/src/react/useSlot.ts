import { useMemo, useSyncExternalStore } from 'react';
import type { RemoteComponent } from '../runtime/containers.ts';
import { moduleOf } from '../runtime/page-or-slot.ts';
import { useRemotes } from './useRemotes.ts';

/** A slot of the frame that a remote fills; another object when another version is active. */
export interface FilledSlot<Props> {
  /** Rejects when the component can't be loaded. */
  load: () => Promise<RemoteComponent<Props>>;
}

/** The slot's content from the remote that fills it; undefined when none does. */
export function useSlot<Props = object>(name: string): FilledSlot<Props> | undefined {
  const { active, loader } = useRemotes();
  const chosen = active.remotes.find(({ fragments }) => name in fragments);
  const activeVersion = () => chosen && loader.activeVersion(chosen);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  return useMemo(() => {
    const target = { slot: name };
    if (!remote || !moduleOf(remote, target)) return undefined;
    return { load: () => loader.load<Props>(remote, target) };
  }, [remote, loader, name]);
}
