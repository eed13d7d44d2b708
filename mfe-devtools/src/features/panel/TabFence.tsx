import { Button } from '@patchwork/ui';
import { Component, type ReactNode } from 'react';

interface TabFenceProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Keeps the crash of one tab from taking the others with it. React logs the error. */
export class TabFence extends Component<TabFenceProps, { readonly reason: string | undefined }> {
  override state = { reason: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { reason: String(error) };
  }

  override render() {
    const { reason } = this.state;
    if (reason === undefined) return this.props.children;
    return (
      <div role="alert">
        <p>
          The tab {this.props.title} broke: {reason}
        </p>
        <Button variant="quiet" size="small" onClick={() => this.setState({ reason: undefined })}>
          Try again
        </Button>
      </div>
    );
  }
}
