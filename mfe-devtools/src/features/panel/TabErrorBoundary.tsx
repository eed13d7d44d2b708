import { Component, type ReactNode } from 'react';
import { SmallButton } from '../../SmallButton.tsx';

interface TabErrorBoundaryProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** A tab that throws shows this instead; the others go on. React logs the error. */
export class TabErrorBoundary extends Component<
  TabErrorBoundaryProps,
  { readonly reason: string | undefined }
> {
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
        <SmallButton onClick={() => this.setState({ reason: undefined })}>Try again</SmallButton>
      </div>
    );
  }
}
