import { Devtools } from '@patchwork/devtools-bridge/react';
import { ScrollRestoration, useNavigation, useOutlet } from '@patchwork/router';
import { Spinner, Toasts } from '@patchwork/ui';
import { useRef } from 'react';
import { useArrival } from '../routing/useArrival.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

/**
 * Header, the page, footer: what stays while pages come and go. The router renders it before the
 * first page is there as well, as the fallback of its own route, so that it is never mounted twice.
 */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const page = useOutlet();
  const isBusy = useNavigation().state !== 'idle';
  useArrival(main);
  return (
    <>
      <Header />
      <OfflineBanner />
      <main id="main" className="shop-main" tabIndex={-1} ref={main} aria-busy={isBusy}>
        {page ?? <Spinner />}
      </main>
      <Footer />
      <Devtools />
      <Toasts />
      <ScrollRestoration />
    </>
  );
}
