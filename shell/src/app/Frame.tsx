import { Devtools } from '@patchwork/devtools-bridge/react';
import { ScrollRestoration, useNavigation, useOutlet } from '@patchwork/router';
import { subscribeToToasts } from '@patchwork/state/host';
import { Spinner, Toasts, useIsSlow } from '@patchwork/ui';
import { useRef } from 'react';
import { useFocusOnNavigation } from '../routing/useFocusOnNavigation.ts';
import { Footer } from './Footer.tsx';
import { Header } from './Header.tsx';
import { StatusBanner } from './StatusBanner.tsx';

/**
 * Header, page and footer. The router also renders it while the first page is loading, as the fallback
 * of its own route, so that it is mounted once.
 */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const page = useOutlet();
  const isBusy = useNavigation().state !== 'idle';
  // The first page has been awaited since the document was requested.
  const isSlow = useIsSlow(isBusy || page === null, page === null ? 0 : undefined);
  useFocusOnNavigation(main);
  return (
    <>
      <Header />
      <StatusBanner isSlow={isSlow} />
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
