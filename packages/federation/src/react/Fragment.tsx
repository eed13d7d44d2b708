import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import type { RemoteComponent } from '../runtime/containers.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { ReservedSpace } from './ReservedSpace.tsx';
import { useRemotes } from './useRemotes.ts';

/** Resolves when the focus is not, or no longer, inside: then the shopper is not typing there. */
const whenFocusLeaves = (element: Element | null): Promise<void> =>
  new Promise((resolve) => {
    if (!element?.contains(document.activeElement)) resolve();
    else element.addEventListener('focusout', () => resolve(), { once: true });
  });

interface FragmentProps {
  readonly slot: string;
  /** The version that the page started with. */
  readonly remote: ActiveRemote;
  /** What the slot's owner passes to the component. */
  readonly props: object | undefined;
  /** Resolves when the component is to be loaded. */
  readonly loadWhen: (place: Element) => Promise<void>;
  /** Shown until the component is there, and as long as it can't be. Left out: its space. */
  readonly children: ReactNode;
}

/** What a remote shows in a slot. A failure is logged, and stays within the fragment. */
export function Fragment({ slot, remote: first, props, loadWhen, children }: FragmentProps) {
  const { loader } = useRemotes();
  const activeVersion = () => loader.activeVersion(first);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  const isDeclared = Object.hasOwn(remote.fragments, slot);
  const place = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<RemoteComponent>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (!isDeclared || !place.current) return;
    let isOutdated = false;
    async function load(element: Element): Promise<void> {
      await loadWhen(element);
      if (isOutdated) return;
      const next = await loader.load(remote, { slot });
      await whenFocusLeaves(element);
      if (!isOutdated) setLoaded(next);
    }
    load(place.current).catch((error: unknown) => {
      console.error(error);
      if (!isOutdated) setHasFailed(true);
    });
    return () => {
      isOutdated = true;
    };
  }, [loader, remote, slot, isDeclared, loadWhen]);

  const insteadOf = (isUnused: boolean) =>
    children ?? <ReservedSpace height={first.fragments[slot]?.height} isUnused={isUnused} />;
  return (
    <div ref={place}>
      {isDeclared && loaded ? (
        <RemoteBoundary
          remote={loaded.remote}
          target={{ slot }}
          loading={insteadOf(false)}
          renderFailure={() => insteadOf(true)}
        >
          <Suspense fallback={insteadOf(false)}>
            <loaded.Component {...props} />
          </Suspense>
        </RemoteBoundary>
      ) : (
        insteadOf(hasFailed || !isDeclared)
      )}
    </div>
  );
}
