import type { ReleasedRemote } from '@patchwork/federation';
import { useMemo } from 'react';
import { asComponentModule } from './component.ts';
import type { ComponentModule, PropsOfSlot } from './contract.ts';
import { useRemotes } from './remotes.tsx';

/** A place in the frame that a remote fills. */
export interface FilledSlot<Props> {
  readonly remote: ReleasedRemote;
  /** Rejects when the module can't be had, or is none. */
  load(): Promise<ComponentModule<Props>>;
}

/** The remote that fills a slot, and the way to get its component; undefined when none does. */
export function useSlot<Name extends string>(
  name: Name,
): FilledSlot<PropsOfSlot<Name>> | undefined {
  const { registry, loader } = useRemotes();
  return useMemo(() => {
    const remote = registry.remotes.find(({ slots }) => name in slots);
    const module = remote?.slots[name];
    if (!remote || !module) return undefined;
    return {
      remote,
      load: async () =>
        asComponentModule<PropsOfSlot<Name>>(
          await loader.load(remote, module),
          `${remote.id} ${module}`,
        ),
    };
  }, [registry, loader, name]);
}
