import { Link } from '@patchwork/host/router';
import { slotOf } from '@patchwork/shop';
import { pathToAtom } from '@patchwork/shop/state';
import { Button, buttonLook, EmptyState, PageHeading } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { SlotProps } from './contract.ts';
import { shellRegion } from './region.ts';

/** A quilt whose thread still hangs from its needle. Inline, because some screens are shown without a network. */
const Unfinished = () => (
  <svg
    className="picture"
    aria-hidden="true"
    width="560"
    height="560"
    viewBox="0 0 56 56"
    fill="none"
    strokeWidth=".3"
    strokeLinecap="round"
  >
    <path fill="#e3dfd4" d="M0 0h56v56H0z" />
    <g transform="rotate(-4 26 28)">
      <path fill="#beb6a9" d="M10 12h34v34H10z" />
      <path fill="#d8cbb0" d="M9 10h34v34H9z" />
      <path fill="#2b3170" d="M9.5 10.5H20v10.6H9.5zM32 22h10.5v10.6H32zm-11 11h10.6v10.5H21z" />
      <path fill="#e09a1f" d="M21 10.5h10.6v10.6H21zM9.5 33H20v10.5H9.5z" />
      <path fill="#8f3b2f" d="M32 10.5h10.5v10.6H32zM9.5 22H20v10.6H9.5z" />
      <path fill="#5e7f78" d="M32 33h10.5v10.5H32z" />
      <path
        stroke="#fff3df"
        strokeDasharray=".8 .7"
        d="M20.5 11v32m11-32v32M10 21.5h32m-32 11h32"
      />
      <path stroke="#7d6b45" strokeDasharray=".3 1" d="M22 23h8v8h-8z" />
    </g>
    <path stroke="#e09a1f" d="M26 27c4 3 6 7 9 10 5 5-2 10 4 12 4 2 6-2 8-4" />
    <path stroke="#8d8f9c" strokeWidth=".6" d="m46 46 5-7" />
  </svg>
);

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
      <EmptyState picture={<Unfinished />} actions={actions}>
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

const Slot = slotOf<SlotProps>();

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
      <div className="container shop-more">
        <Slot name="not-found-recommendations" />
      </div>
    </div>
  );
}
