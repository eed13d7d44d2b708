import { Outlet, ScrollRestoration, useNavigation } from '@patchwork/router';
import { Spinner, Toasts } from '@patchwork/ui';
import { type ReactNode, useRef } from 'react';
import { useArrival } from '../routing/useArrival.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

interface ShopProps {
  readonly children: ReactNode;
}

function Shop({ children }: ShopProps) {
  const main = useRef<HTMLElement>(null);
  const { state } = useNavigation();
  useArrival(main);
  return (
    <>
      <Header />
      <OfflineBanner />
      <main id="main" className="shop-main" tabIndex={-1} ref={main} aria-busy={state !== 'idle'}>
        {children}
      </main>
      <Footer />
      <Toasts />
    </>
  );
}

/** Header, the page, footer: what stays while pages come and go. */
export function Frame() {
  return (
    <Shop>
      <Outlet />
      <ScrollRestoration />
    </Shop>
  );
}

/** The frame while the first page's module is on its way. */
export function LoadingFrame() {
  return (
    <Shop>
      <Spinner />
    </Shop>
  );
}
