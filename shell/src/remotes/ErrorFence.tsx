import { Component, type ReactNode } from 'react';

interface ErrorFenceProps {
  readonly fallback: ReactNode;
  readonly children: ReactNode;
}

/** Keeps a remote's crash inside its slot: the fallback takes its place. React logs the error. */
export class ErrorFence extends Component<ErrorFenceProps, { readonly crashed: boolean }> {
  override state = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    return this.state.crashed ? this.props.fallback : this.props.children;
  }
}
