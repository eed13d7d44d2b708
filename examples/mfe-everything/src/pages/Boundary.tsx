import { PageHeading } from '@patchwork/shop/ui';
import { Component, type ReactNode } from 'react';

class OwnBoundary extends Component<{ children: ReactNode }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? <p>This part is away.</p> : this.props.children;
  }
}

function Part(): ReactNode {
  throw new Error('a part of the laboratory throws');
}

export function Boundary() {
  return (
    <div className="container">
      <PageHeading>An error boundary</PageHeading>
      <OwnBoundary>
        <Part />
      </OwnBoundary>
    </div>
  );
}
