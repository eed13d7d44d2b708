import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
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
import { useFailedPress } from './failed-press.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { RemotesContext, useRemotes } from './remotes-context.ts';
import { captureInput } from './user-input.ts';

/** Distance from the viewport at which a fragment starts to load. */
const DISTANCE = '400px 0px';

/** Resolves when the element is in the viewport or near it. Never resolves if the signal is aborted first. */
const nearViewport = (element: Element, signal: AbortSignal): Promise<void> =>
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
    signal.addEventListener('abort', () => observer.disconnect());
  });

/** Resolves when a slot's fragments should be loaded. `whenNear` resolves when the slot comes near the viewport. */
type LoadWhen = (element: Element, whenNear: () => Promise<void>) => Promise<void>;

const loadWhenNear: LoadWhen = (_element, whenNear) => whenNear();

interface ReservedSpaceProps {
  /** CSS length of the reserved height; undefined reserves nothing. */
  readonly height: string | undefined;
  /**
   * Whether no fragment will come. The space is then released once it is below the viewport, so that nothing visible
   * moves.
   */
  readonly isUnused: boolean;
}

/** Reserved space for a fragment that is loading, to prevent a layout shift. */
function ReservedSpace({ height, isUnused }: ReservedSpaceProps) {
  const element = useRef<HTMLDivElement>(null);
  const [isGivenUp, setIsGivenUp] = useState(false);
  const isReserved = height !== undefined && !isGivenUp;

  // Set by script: as an attribute it would be in the server's HTML, where the Content-Security-Policy refuses it.
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
  /** Key of a fragment: '<remote id> <slot>'. */
  readonly name: string;
  /** Key of the content. It changes when other content is shown. */
  readonly content: unknown;
  readonly element: RefObject<HTMLDivElement | null>;
  readonly children: ReactNode;
}

/** Element that carries a shopper's input over from the placeholder to the fragment, even between two keystrokes. */
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
  /** Version that the page started with. */
  readonly remote: ActiveRemote;
  readonly props: object | undefined;
  readonly loadWhen: LoadWhen;
  /**
   * Placeholder, shown until the component is loaded, or if it fails. Without one, the fragment's height is reserved.
   */
  readonly children: ReactNode;
}

/** Component of a remote in a slot. Failures are logged and don't affect the rest of the page. */
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
    const outdated = new AbortController();
    const { signal } = outdated;
    async function load(element: Element): Promise<void> {
      await loadWhen(element, () => nearViewport(element, signal));
      if (signal.aborted) return;
      const next = await loader.load(remote, { slot });
      if (!signal.aborted) setLoaded(next);
    }
    load(element.current).catch((error: unknown) => {
      console.error(error);
      if (!signal.aborted) setHasFailed(true);
    });
    return () => outdated.abort();
  }, [loader, remote, slot, isDeclared, loadWhen]);

  // The version that is live now may have the file. Without one, the rest of the fragment stays.
  const onFailedPress = useCallback(
    (error: Error) => void (loaded && loader.reportCrash(loaded.remote, { slot }, error)),
    [loader, loaded, slot],
  );
  useFailedPress(loaded?.remote.entry, onFailedPress);

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
   * Decides when the fragments are loaded; by default, when the slot comes near the viewport. Must not change between
   * renders.
   */
  readonly loadWhen?: LoadWhen | undefined;
  /**
   * Placeholder in a slot that holds one fragment. It is shown until the fragment is loaded, and stays if the fragment
   * fails or no remote fills the slot.
   */
  readonly children?: ReactNode;
}

function Fragments({ name, props, loadWhen = loadWhenNear, children }: SlotElement) {
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
 * Slot of the frame, a page or a fragment. Shows the fragments that remotes put into it, each with its own error
 * boundary. Without a shop around it, as in tests, it shows its children.
 */
export function Slot(slot: SlotElement): ReactNode {
  return useContext(RemotesContext) ? <Fragments {...slot} /> : slot.children;
}
