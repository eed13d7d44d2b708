import { type ReactNode, useEffect, useRef, useState } from 'react';
import { asComponentModule, type ComponentModule } from './component.ts';
import { ErrorFence } from './ErrorFence.tsx';
import { useRemotes } from './remotes.tsx';

interface SlotProps {
  readonly name: string;
  /** Shown until the remote that fills the slot is there, and for good when it can't be had. */
  readonly children: ReactNode;
}

/** Resolves when the focus is not, or no longer, inside: nobody is typing there. */
const whenLeft = (place: Element | null): Promise<void> =>
  new Promise((resolve) => {
    if (!place?.contains(document.activeElement)) resolve();
    else place.addEventListener('focusout', () => resolve(), { once: true });
  });

/** A place in the frame that a remote fills. A failure is logged, and the fallback stays. */
export function Slot({ name, children }: SlotProps) {
  const { registry, loader } = useRemotes();
  const remote = registry.remotes.find(({ slots }) => name in slots);
  const module = remote?.slots[name];
  const place = useRef<HTMLDivElement>(null);
  const [filled, setFilled] = useState<ComponentModule>();

  useEffect(() => {
    if (!remote || !module) return;
    let left = false;
    loader
      .load(remote, module)
      .then(async (loaded) => {
        const component = asComponentModule(loaded, `${remote.id} ${module}`);
        await whenLeft(place.current);
        if (!left) setFilled(component);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      left = true;
    };
  }, [remote, module, loader]);

  return (
    <div ref={place} data-boundary={filled && remote?.id}>
      <ErrorFence fallback={children}>{filled ? <filled.Component /> : children}</ErrorFence>
    </div>
  );
}
