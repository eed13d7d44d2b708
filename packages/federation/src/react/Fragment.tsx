import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import type { RemoteComponent } from '../runtime/containers.ts';
import { carryOver } from './carry-over.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { ReservedSpace } from './ReservedSpace.tsx';
import { useRemotes } from './useRemotes.ts';

interface PlaceProps {
  /** The remote's id and the slot: '<id> <slot>'. */
  readonly name: string;
  /** Another value is other content. */
  readonly content: unknown;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** Carries what a shopper does in a fragment's substitute over to the fragment, between two keys that are typed. */
class Place extends Component<PlaceProps> {
  override getSnapshotBeforeUpdate({ content, element }: PlaceProps): (() => void) | null {
    return element.current && content !== this.props.content ? carryOver(element.current) : null;
  }

  override componentDidUpdate(_props: PlaceProps, _state: unknown, repeat: (() => void) | null) {
    repeat?.();
  }

  override render() {
    const { name, element, children } = this.props;
    return (
      <div ref={element} data-fragment={name}>
        {children}
      </div>
    );
  }
}

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
    <Place element={place} content={loaded} name={`${first.id} ${slot}`}>
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
    </Place>
  );
}
