import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { RemoteComponent } from '../loading/containers.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { declaredSlots, fillersOf, isAllowed } from '../registry/pages-and-slots.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { RemotesContext, useRemotes } from './remotes-context.ts';
import { captureInput } from './user-input.ts';

/** Distance from the viewport at which loading begins. */
const DISTANCE = '400px 0px';

/** Resolves once the element is in the viewport or near it; never for an element that is removed before. */
const nearViewport = (element: Element): Promise<void> =>
  new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: DISTANCE },
    );
    observer.observe(element);
  });

interface ReservedSpaceProps {
  /** A CSS length; undefined reserves nothing. */
  readonly height: string | undefined;
  /** Whether no fragment will come: the space is then given up, once that moves nothing in the viewport. */
  readonly isUnused: boolean;
}

/** Reserves a fragment's space until it is loaded, so that nothing moves when it appears. */
function ReservedSpace({ height, isUnused }: ReservedSpaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isGivenUp, setIsGivenUp] = useState(false);
  const isReserved = height !== undefined && !isGivenUp;

  // Not as an attribute: HTML from a server would have it, and the Content-Security-Policy refuses that.
  useLayoutEffect(() => {
    if (isReserved) element.current?.style.setProperty('height', height);
  }, [isReserved, height]);

  useEffect(() => {
    if (!isUnused || !element.current) return;
    const observer = new IntersectionObserver((entries) => {
      const isBelow = entries.some(
        ({ isIntersecting, boundingClientRect }) => !isIntersecting && boundingClientRect.top > 0,
      );
      if (isBelow) setIsGivenUp(true);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isUnused]);

  return isReserved ? <div ref={element} /> : null;
}

interface FragmentElementProps {
  /** The remote's id and the slot: '<id> <slot>'. */
  readonly name: string;
  /** Identifies the content: it changes when other content is shown. */
  readonly content: unknown;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** Carries a shopper's input over from a fragment's substitute to the fragment, even between two keystrokes. */
class FragmentElement extends Component<FragmentElementProps> {
  override getSnapshotBeforeUpdate({
    content,
    element,
  }: FragmentElementProps): (() => void) | null {
    return element.current && content !== this.props.content ? captureInput(element.current) : null;
  }

  override componentDidUpdate(
    _props: FragmentElementProps,
    _state: unknown,
    repeat: (() => void) | null,
  ) {
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
  readonly props: object | undefined;
  readonly loadWhen: (element: Element) => Promise<void>;
  /** Shown until the component is loaded, or if it can't be; without children, its space is reserved. */
  readonly children: ReactNode;
}

/** Shows a remote's component in a slot. A failure is logged, and stays within the fragment. */
function Fragment({ slot, remote: first, props, loadWhen, children }: FragmentProps) {
  const { loader } = useRemotes();
  const activeVersion = () => loader.activeVersion(first);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  const isDeclared = Object.hasOwn(remote.fragments, slot);
  const element = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<RemoteComponent>();
  const [hasFailed, setHasFailed] = useState(false);

  useEffect(() => {
    if (!isDeclared || !element.current) return;
    let isOutdated = false;
    async function load(element: Element): Promise<void> {
      await loadWhen(element);
      if (isOutdated) return;
      const next = await loader.load(remote, { slot });
      if (!isOutdated) setLoaded(next);
    }
    load(element.current).catch((error: unknown) => {
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
    <FragmentElement element={element} content={loaded} name={`${first.id} ${slot}`}>
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
    </FragmentElement>
  );
}

export interface SlotElement {
  readonly name: string;
  readonly props?: object | undefined;
  /**
   * Resolves when the fragments are to be loaded; by default, when the slot is near the viewport. It must be the
   * same function on each render.
   */
  readonly loadWhen?: ((element: Element) => Promise<void>) | undefined;
  /** Substitute in a slot for one fragment: shown until the fragment is loaded, or if it can't be. */
  readonly children?: ReactNode;
}

function Fragments({ name, props, loadWhen = nearViewport, children }: SlotElement) {
  const { active, frameSlots, login, renderEmptySlot } = useRemotes();
  const isLoggedIn = useSyncExternalStore(login.subscribe, login.isLoggedIn, login.isLoggedIn);
  const fillers = fillersOf(active.remotes, name).filter(({ fragments }) =>
    isAllowed(fragments[name]?.access, isLoggedIn),
  );
  if (fillers.length === 0) {
    return children === undefined ? renderEmptySlot?.(name) : <div>{children}</div>;
  }
  const holdsMany = { ...frameSlots, ...declaredSlots(active.remotes) }[name] === 'many';
  return (holdsMany ? fillers : fillers.slice(0, 1)).map((remote) => (
    <Fragment key={remote.id} slot={name} remote={remote} props={props} loadWhen={loadWhen}>
      {holdsMany ? undefined : children}
    </Fragment>
  ));
}

/**
 * Shows a slot of the frame, of a page or of a fragment: the fragments of the remotes that fill it, each within its
 * own boundary. Without a shop around it, as in tests, it shows its children.
 */
export function Slot(slot: SlotElement): ReactNode {
  return useContext(RemotesContext) ? <Fragments {...slot} /> : slot.children;
}
