import { Devtools } from '@patchwork/devtools-bridge/react';
import { ScrollRestoration, useNavigation, useOutlet } from '@patchwork/router';
import { subscribeToToasts } from '@patchwork/state';
import { Spinner, Toasts } from '@patchwork/ui';
import { useRef } from 'react';
import { useFocusOnNavigation } from '../routing/useFocusOnNavigation.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { OfflineBanner } from './OfflineBanner.tsx';

/**
 * Header, page and footer. The router also renders it while the first page is loading, as the fallback
 * of its own route, so that it is mounted once.
 */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const page = useOutlet();
  const isBusy = useNavigation().state !== 'idle';
  useFocusOnNavigation(main);
  return (
    <>
      <Header />
      <OfflineBanner />
      <main id="main" className="shop-main" tabIndex={-1} ref={main} aria-busy={isBusy}>
        {page ?? <Spinner />}
      </main>
      <Footer />
      <Devtools />
      <Toasts subscribe={subscribeToToasts} />
      <ScrollRestoration />
    </>
  );
}
