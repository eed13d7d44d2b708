import { Component, type ReactNode, type Ref } from 'react';
import { isMissingFile, type RemoteLoadError } from '../loading/module-loader.ts';
import type { CrashResponse } from '../loading/remote-loader.ts';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { langAttribute } from '../registry/language.ts';
import type { PageOrSlot } from '../registry/pages-and-slots.ts';
import { useRemotes } from './remotes-context.ts';
import { captureInput } from './user-input.ts';

type Owner = Pick<ActiveRemote, 'id' | 'team' | 'version'>;

/** Returns the attributes that mark an element as a remote's. */
export const regionOf = ({ id, team, version }: Owner) => ({
  'data-boundary': id,
  'data-team': team,
  'data-version': version,
});

interface CrashBoundaryProps extends Omit<RemoteBoundaryProps, 'target' | 'ref'> {
  readonly onCrash: (error: unknown) => CrashResponse;
}

interface CrashBoundaryState {
  readonly crash?:
    | {
        readonly error: unknown;
        /** Repeats what the shopper has typed into a page that could not load a file. */
        readonly repeatInput?: () => void;
      }
    | undefined;
  readonly hasFailed: boolean;
}

const noCrash: CrashBoundaryState = { crash: undefined, hasFailed: false };

/** Error boundary for what one version of a remote renders. */
class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override state: CrashBoundaryState = noCrash;

  // What the component has rendered is still in the page. React 19.3 calls no getSnapshotBeforeUpdate where a Suspense
  // boundary around this one shows its fallback.
  static getDerivedStateFromError = (error: unknown): CrashBoundaryState => ({
    crash: { error, ...(isMissingFile(error) && { repeatInput: captureInput(document.body) }) },
    hasFailed: false,
  });

  override componentDidCatch(error: unknown) {
    const { crash } = this.state;
    if (crash?.repeatInput) this.props.onIncomplete?.(crash.repeatInput);
    const response = this.props.onCrash(error);
    if (response.kind === 'retry') this.retry();
    else void this.follow(response.outcome);
  }

  override componentDidUpdate({ visit }: CrashBoundaryProps) {
    if (this.state.hasFailed && visit !== this.props.visit) this.retry();
  }

  retry = () => this.setState(noCrash);

  async follow(outcome: Promise<'replaced' | 'failed' | RemoteLoadError>) {
    const result = await outcome;
    if (result === 'replaced') return this.props.onReplaced?.();
    if (result !== 'failed') this.setState({ crash: { error: result } });
    this.setState({ hasFailed: true });
  }

  override render() {
    const { crash, hasFailed } = this.state;
    if (!crash) return this.props.children;
    return hasFailed ? this.props.renderFailure(crash.error, this.retry) : this.props.loading;
  }
}

/** Returns the remote whose component an error boundary surrounds; undefined for a boundary of another kind. */
export const remoteOfBoundary = (boundary: unknown): ActiveRemote | undefined =>
  boundary instanceof CrashBoundary ? boundary.props.remote : undefined;

/** Whether an error boundary is one of the host or of its router, not one of a remote. */
export const isOfHost = (boundary: Component | undefined): boolean =>
  boundary instanceof CrashBoundary ||
  boundary instanceof UnmountBoundary ||
  // React Router doesn't export its boundary. Only this one has the prop.
  'routeContext' in Object(boundary?.props);

interface UnmountBoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/**
 * Error boundary for errors that a component throws while unmounting. Without it, React would attribute them to the
 * content that replaces the component, because the component's own boundary is unmounted too. The new content is
 * rendered again.
 */
class UnmountBoundary extends Component<UnmountBoundaryProps> {
  override state = {};

  static getDerivedStateFromError = () => ({});

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.props.children;
  }
}

interface RemoteBoundaryProps {
  /** Version that the children come from. */
  readonly remote: ActiveRemote;
  /** Page or slot that shows the children. */
  readonly target: PageOrSlot;
  /** Shown after a crash, while another version is loading. */
  readonly loading: ReactNode;
  /** Renders the error when no version works. It stays until `retry` is called or `visit` changes. */
  readonly renderFailure: (error: unknown, retry: () => void) => ReactNode;
  /** Called when another version has become active. The parent then loads it and passes its component. */
  readonly onReplaced?: () => void;
  /**
   * Called when the children were removed because they could not load a file. `repeatInput` repeats what the shopper has
   * typed into them in what replaces them.
   */
  readonly onIncomplete?: (repeatInput: () => void) => void;
  /** Identity of the visit and of what was loaded. When it changes, a failed component is tried again. */
  readonly visit?: unknown;
  /** Ref of the element that surrounds the children and is marked as the remote's. */
  readonly ref?: Ref<HTMLDivElement>;
  readonly children: ReactNode;
}

/**
 * Error boundary of a remote's component. After the first crash it renders the component again; after the second it
 * falls back to the remote's last good version. React logs the errors.
 */
export function RemoteBoundary({ remote, target, ref, children, ...props }: RemoteBoundaryProps) {
  const { loader, language } = useRemotes();
  return (
    <UnmountBoundary onError={loader.reportError}>
      <CrashBoundary
        remote={remote}
        key={`${remote.version} ${'slot' in target ? target.slot : target.page}`}
        onCrash={(error) => loader.reportCrash(remote, target, error)}
        {...props}
      >
        <div
          {...regionOf(remote)}
          lang={langAttribute(language, remote)}
          data-slot={'slot' in target ? target.slot : undefined}
          ref={ref}
        >
          {children}
        </div>
      </CrashBoundary>
    </UnmountBoundary>
  );
}
