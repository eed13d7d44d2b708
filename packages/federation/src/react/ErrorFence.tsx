import { Component, type ReactNode } from 'react';

interface ErrorFenceProps {
  /**
   * Says what to do about a crash: render the children once more, or wait whether it can be mended,
   * by children of another key.
   */
  readonly onCrash: (error: unknown) => 'again' | Promise<boolean>;
  /** Shown while that is not known yet. */
  readonly meanwhile: ReactNode;
  /** Takes the children's place when it can't be mended, until `retry` or the next visit. */
  readonly fallback: (error: unknown, retry: () => void) => ReactNode;
  /** Another value is another visit: the children are tried anew. */
  readonly visit?: unknown;
  readonly children: ReactNode;
}

interface ErrorFenceState {
  readonly crash?: { readonly error: unknown } | undefined;
  readonly isForGood: boolean;
}

const whole: ErrorFenceState = { crash: undefined, isForGood: false };

/** Keeps a remote's crash inside its region. React logs the error. */
export class ErrorFence extends Component<ErrorFenceProps, ErrorFenceState> {
  override state = whole;

  static getDerivedStateFromError = (error: unknown): ErrorFenceState => ({
    crash: { error },
    isForGood: false,
  });

  override componentDidCatch(error: unknown) {
    const answer = this.props.onCrash(error);
    if (answer === 'again') this.retry();
    else void answer.then((isMended) => isMended || this.setState({ isForGood: true }));
  }

  override componentDidUpdate({ visit }: ErrorFenceProps) {
    if (this.state.isForGood && visit !== this.props.visit) this.retry();
  }

  retry = () => this.setState(whole);

  override render() {
    const { crash, isForGood } = this.state;
    if (!crash) return this.props.children;
    return isForGood ? this.props.fallback(crash.error, this.retry) : this.props.meanwhile;
  }
}
