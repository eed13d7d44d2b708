import {
  Component,
  type ReactNode,
  type RefObject,
  Suspense,
  use,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { Committed } from '../boot/shown.tsx';
import type { RemoteComponent } from '../loading/containers.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import {
  declaredSlots,
  fillersOf,
  fragmentKey,
  isAllowed,
  isOpen,
} from '../registry/pages-and-slots.ts';
import { hasValuesOf } from '../registry/values-in-html.ts';
import { useFailedPress } from './failed-press.ts';
import { RemoteBoundary } from './RemoteBoundary.tsx';
import { type FragmentsInHtml, RemotesContext, useRemotes } from './remotes-context.ts';
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

/** Ends that presses in a fragment are held (hold-presses.ts). */
function endHolding(element: HTMLElement | null): void {
  delete element?.dataset.filled;
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
    if (!repeat) return;
    endHolding(this.props.element.current);
    repeat();
  }

  override render() {
    const { name, element, children } = this.props;
    return (
      // The HTML also has `data-filled`, until the fragment is hydrated.
      <div ref={element} data-fragment={name} suppressHydrationWarning>
        {children}
      </div>
    );
  }
}

interface ContentProps {
  readonly loaded: RemoteComponent;
  readonly slot: string;
  readonly props: object | undefined;
  /** Returns what is shown while the fragment loads and, if it `isUnused`, instead of it. */
  readonly insteadOf?: ((isUnused: boolean) => ReactNode) | undefined;
  readonly onShown?: (() => void) | undefined;
}

function Content({ loaded, slot, props, insteadOf = () => null, onShown }: ContentProps) {
  return (
    <RemoteBoundary
      remote={loaded.remote}
      target={{ slot }}
      loading={insteadOf(false)}
      renderFailure={() => insteadOf(true)}
    >
      <Suspense fallback={insteadOf(false)}>
        <loaded.Component {...props} />
        {onShown && <Committed onCommit={onShown} />}
      </Suspense>
    </RemoteBoundary>
  );
}

/** The component of a fragment whose HTML the server has written, once it has arrived. */
interface Arrival {
  readonly component: Promise<RemoteComponent>;
  readonly resolve: (component: RemoteComponent) => void;
  /** Resolves when the page changes around the fragment, or a shopper points at it: React then waits for it. */
  readonly whenWanted: Promise<void>;
  readonly want: () => void;
}

function createArrival(): Arrival {
  let [resolve, want]: [Arrival['resolve'], Arrival['want']] = [() => undefined, () => undefined];
  const component = new Promise<RemoteComponent>((settle) => {
    resolve = settle;
  });
  let attempts = 0;
  const whenWanted = new Promise<void>((settle) => {
    want = () => {
      attempts += 1;
      if (attempts > 1) settle();
    };
  });
  return { component, resolve, whenWanted, want };
}

interface ArrivingProps extends Omit<ContentProps, 'loaded'> {
  readonly arrival: Arrival;
}

/** Suspends until the fragment's component is there. React then hydrates the HTML that the server has written. */
function Arriving({ arrival, ...props }: ArrivingProps) {
  arrival.want();
  return <Content loaded={use(arrival.component)} {...props} />;
}

/** A fragment as a server renders it into the HTML of a page, and as the browser hydrates it. */
export const FragmentInHtml = (props: ContentProps) => (
  <Suspense>
    <Content {...props} />
  </Suspense>
);

/**
 * Whether a fragment's HTML is what its remote would render for this visitor: visitors with a canary, or with other
 * values of settings, also get the HTML of the others.
 */
const isHtmlOf = (remote: ActiveRemote, element: HTMLElement): boolean =>
  element.querySelector<HTMLElement>('[data-version]')?.dataset.version === remote.version &&
  hasValuesOf(element.dataset.settings, remote);

function isInHtml(
  inHtml: FragmentsInHtml | undefined,
  remote: string,
  slot: string,
  props: object | undefined,
): boolean {
  if (!inHtml || inHtml.keys.size === 0) return false;
  try {
    return inHtml.keys.has(fragmentKey(remote, slot, JSON.stringify(props ?? {})));
  } catch {
    // The server could not read these props either.
    return false;
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
  const { loader, inHtml } = useRemotes();
  const activeVersion = () => loader.activeVersion(first);
  const remote = useSyncExternalStore(loader.subscribe, activeVersion, activeVersion);
  const isDeclared = Object.hasOwn(remote.fragments, slot);
  const element = useRef<HTMLDivElement>(null);
  const [loaded, setLoaded] = useState<RemoteComponent>();
  const [hasFailed, setHasFailed] = useState(false);
  const [arrival, setArrival] = useState(() =>
    isInHtml(inHtml, first.id, slot, props) ? createArrival() : undefined,
  );
  const [isHydrated, setIsHydrated] = useState(false);

  useEffect(() => {
    if (!isDeclared || !element.current) return;
    const outdated = new AbortController();
    const { signal } = outdated;
    async function load(element: HTMLElement): Promise<void> {
      const whenNear = loadWhen(element, () => nearViewport(element, signal));
      await (arrival ? Promise.race([whenNear, arrival.whenWanted]) : whenNear);
      if (signal.aborted) return;
      const next = await loader.load(remote, { slot });
      if (signal.aborted) return;
      if (arrival && inHtml?.isCurrent() && isHtmlOf(next.remote, element))
        return arrival.resolve(next);
      setArrival(undefined);
      setLoaded(next);
    }
    load(element.current).catch((error: unknown) => {
      console.error(error);
      if (signal.aborted) return;
      setArrival(undefined);
      setHasFailed(true);
    });
    return () => outdated.abort();
  }, [loader, remote, slot, isDeclared, loadWhen, arrival, inHtml]);

  const onShown = useCallback(() => {
    if (!element.current) return;
    endHolding(element.current);
    captureInput(element.current)();
    setIsHydrated(true);
  }, []);

  // The version that is live now may have the file. Without one, the rest of the fragment stays.
  const running = isHydrated ? first : loaded?.remote;
  const onFailedPress = useCallback(
    (error: Error) => void (running && loader.reportCrash(running, { slot }, error)),
    [loader, running, slot],
  );
  useFailedPress(running?.entry, onFailedPress);

  const insteadOf = (isUnused: boolean) =>
    children ?? <ReservedSpace height={first.fragments[slot]?.height} isUnused={isUnused} />;
  const arriving = arrival && (
    <Suspense fallback={insteadOf(false)}>
      <Arriving {...{ arrival, slot, props, insteadOf, onShown }} />
    </Suspense>
  );
  // React replaces the HTML by the fallback if the boundary is rendered with other props before it is hydrated.
  const [arrivingFirst] = useState(arriving);
  function shown(): ReactNode {
    if (!isDeclared) return insteadOf(true);
    if (arrival) return isHydrated ? arriving : arrivingFirst;
    return loaded ? <Content {...{ loaded, slot, props, insteadOf }} /> : insteadOf(hasFailed);
  }
  const content = isDeclared ? (arrival ?? loaded) : undefined;
  return (
    <FragmentElement element={element} content={content} name={`${first.id} ${slot}`}>
      {shown()}
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
  const { active, frameSlots, login, renderEmptySlot, markFragment } = useRemotes();
  const isLoggedIn = useSyncExternalStore(login.subscribe, login.isLoggedIn, login.isLoggedIn);
  const fillers = fillersOf(active.remotes, name).filter(({ fragments }) =>
    isAllowed(fragments[name]?.access, isLoggedIn),
  );
  if (fillers.length === 0) {
    return children === undefined ? renderEmptySlot?.(name) : <div>{children}</div>;
  }
  const holdsMany = { ...frameSlots, ...declaredSlots(active.remotes) }[name] === 'many';
  return (holdsMany ? fillers : fillers.slice(0, 1)).map((remote) => {
    const { id } = remote;
    const element = (
      <Fragment key={id} slot={name} remote={remote} props={props} loadWhen={loadWhen}>
        {holdsMany ? undefined : children}
      </Fragment>
    );
    const { prerender, access } = remote.fragments[name] ?? {};
    const isMarked = markFragment && prerender && isOpen(access);
    return isMarked ? markFragment({ remote: id, slot: name, props, element }) : element;
  });
}

/**
 * Slot of the frame, a page or a fragment. Shows the fragments that remotes put into it, each with its own error
 * boundary. Without a shop around it, as in tests, it shows its children.
 */
export function Slot(slot: SlotElement): ReactNode {
  return useContext(RemotesContext) ? <Fragments {...slot} /> : slot.children;
}
