import { Link } from '@patchwork/host/router';
import { pathToAtom } from '@patchwork/shop/state';
import { Button, buttonLook, EmptyState, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { shellRegion } from './region.ts';

interface ScreenProps {
  readonly heading: string;
  /** A sentence that says what happened. */
  readonly children: string;
  readonly actions: ReactNode;
}

/** A page of the shell itself: 'not found', or an error. */
export function Screen({ heading, children, actions }: ScreenProps) {
  return (
    <div className="container shop-screen">
      <PageHeading>{heading}</PageHeading>
      <EmptyState
        picture={<img className="picture" src="/images/lost.svg" alt="" width={560} height={560} />}
        actions={actions}
      >
        <p>{children}</p>
      </EmptyState>
    </div>
  );
}

/**
 * Screen in place of a shop that could not start, usually because its registry or configuration could not be read. The
 * console has the reason.
 */
export function BootFailure() {
  return (
    <main id="main" className="shop-main" {...shellRegion}>
      <Screen
        heading="Unexpected Application Error!"
        actions={<Button onClick={() => location.reload()}>Try again</Button>}
      >
        The shop could not be loaded just now.
      </Screen>
    </main>
  );
}

export function NotFound() {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div {...shellRegion}>
      <Screen
        heading="Page not found"
        actions={
          <Link {...buttonLook()} to={pathTo('product-list')}>
            Continue to Shop!
          </Link>
        }
      >
        There is no page at this address.
      </Screen>
    </div>
  );
}
