import { EmptyState, PageHeading } from '@patchwork/ui';
import type { ReactNode } from 'react';

interface ScreenProps {
  readonly heading: string;
  /** One sentence: what happened. */
  readonly children: string;
  /** Links and buttons that lead on. */
  readonly actions: ReactNode;
}

/** A page of the shell itself: not found, or failed. */
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
