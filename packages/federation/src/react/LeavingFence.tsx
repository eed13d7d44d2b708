import { Component, type ReactNode } from 'react';

interface LeavingFenceProps {
  readonly onError: (error: unknown) => void;
  readonly children: ReactNode;
}

/**
 * Catches what a remote's component throws while it is taken off the page. Its own fence leaves with
 * it, so React would lay the error to whatever stands in its place. That is rendered anew instead.
 */
export class LeavingFence extends Component<LeavingFenceProps> {
  override state = {};

  static getDerivedStateFromError = () => ({});

  override componentDidCatch(error: unknown) {
    this.props.onError(error);
  }

  override render() {
    return this.props.children;
  }
}
