import { EmptyState, PageHeading } from '@patchwork/ui';
import type { ReactNode } from 'react';

interface ScreenProps {
  readonly heading: string;
  /** One sentence: what happened. */
  readonly children: string;
  /** The ways on from here. */
  readonly actions: ReactNode;
}

/** A page of the shell's own: something that isn't there, or that failed. */
export function Screen({ heading, children, actions }: ScreenProps) {
  return (
    <div className="container shop-screen">
      <PageHeading>{heading}</PageHeading>
      <EmptyState actions={actions}>
        <p>{children}</p>
      </EmptyState>
    </div>
  );
}
