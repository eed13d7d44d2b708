import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RemoteComponent } from '../runtime/containers.ts';
import { ErrorFence } from './ErrorFence.tsx';
import { LeavingFence } from './LeavingFence.tsx';
import { regionOf } from './region.ts';
import { useSlot } from './useSlot.ts';

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
  const slot = useSlot(name);
  const place = useRef<HTMLDivElement>(null);
  const [part, setPart] = useState<RemoteComponent>();

  useEffect(() => {
    if (!slot) return;
    let left = false;
    slot
      .load()
      .then(async (loaded) => {
        await whenLeft(place.current);
        if (!left) setPart(loaded);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      left = true;
    };
  }, [slot]);

  return (
    <div ref={place}>
      {slot && part ? (
        <LeavingFence onError={slot.threw}>
          <ErrorFence
            key={part.remote.version}
            onCrash={(error) => slot.crashed(part.remote, error)}
            meanwhile={children}
            fallback={() => children}
          >
            <div {...regionOf(part.remote)}>
              <part.module.Component />
            </div>
          </ErrorFence>
        </LeavingFence>
      ) : (
        children
      )}
    </div>
  );
}
