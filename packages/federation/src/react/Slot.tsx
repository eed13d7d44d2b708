import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { RemoteComponent } from '../runtime/containers.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { useSlot } from './useSlot.ts';

interface SlotProps {
  readonly name: string;
  /** Shown until the remote's component is loaded, and as long as it can't be. */
  readonly children: ReactNode;
}

/** Resolves when the focus is not, or no longer, inside: then the shopper is not typing there. */
const whenFocusLeaves = (element: Element | null): Promise<void> =>
  new Promise((resolve) => {
    if (!element?.contains(document.activeElement)) resolve();
    else element.addEventListener('focusout', () => resolve(), { once: true });
  });

/** A slot of the frame that a remote fills. A failure is logged, and the children stay. */
export function Slot({ name, children }: SlotProps) {
  const slot = useSlot(name);
  const container = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<RemoteComponent>();

  useEffect(() => {
    if (!slot) return;
    let isStale = false;
    slot
      .load()
      .then(async (next) => {
        await whenFocusLeaves(container.current);
        if (!isStale) setLoaded(next);
      })
      .catch((error: unknown) => console.error(error));
    return () => {
      isStale = true;
    };
  }, [slot]);

  return (
    <div ref={container}>
      {slot && loaded ? (
        <RemoteBoundary
          remote={loaded.remote}
          target={{ slot: name }}
          loading={children}
          renderFailure={() => children}
        >
          <loaded.Component />
        </RemoteBoundary>
      ) : (
        children
      )}
    </div>
  );
}
