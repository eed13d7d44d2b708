import { type ReactNode, useEffect, useState } from 'react';
import { asComponentModule, type ComponentModule } from './component.ts';
import { ErrorFence } from './ErrorFence.tsx';
import { useRemotes } from './remotes.tsx';

interface SlotProps {
  readonly name: string;
  /** Shown until the remote that fills the slot is there, and for good when it can't be had. */
  readonly children: ReactNode;
}

/** A place in the frame that a remote fills. A failure is logged, and the fallback stays. */
export function Slot({ name, children }: SlotProps) {
  const { registry, loader } = useRemotes();
  const remote = registry.remotes.find(({ slots }) => name in slots);
  const module = remote?.slots[name];
  const [filled, setFilled] = useState<ComponentModule>();

  useEffect(() => {
    if (!remote || !module) return;
    let left = false;
    loader
      .load(remote, module)
      .then((loaded) => {
        const component = asComponentModule(loaded, `${remote.id} ${module}`);
        if (!left) setFilled(component);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      left = true;
    };
  }, [remote, module, loader]);

  if (!filled) return children;
  return (
    <ErrorFence fallback={children}>
      <div data-boundary={remote?.id}>
        <filled.Component />
      </div>
    </ErrorFence>
  );
}
