import { Devtools } from '@patchwork/devtools-bridge/react';
import { Link, ScrollRestoration, useNavigation, useOutlet } from '@patchwork/router';
import { isOfflineAtom, pendingChangesAtom } from '@patchwork/state';
import { subscribeToToasts } from '@patchwork/state/host';
import { Spinner, Toasts, useIsSlow } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useRef } from 'react';
import { useFocusOnNavigation } from '../routing/useFocusOnNavigation.ts';
import { Header } from './Header.tsx';
import { GitHubIcon, InstagramIcon, PinterestIcon } from './icons.tsx';
import { shellRegion } from './region.ts';

interface StatusBannerProps {
  /** Whether the requested page has not arrived for some seconds. */
  readonly isSlow: boolean;
}

/**
 * Says that the browser is offline, or that a page is slow. The live region stays: screen readers skip
 * one that is added with its text.
 */
export function StatusBanner({ isSlow }: StatusBannerProps) {
  const isOffline = useAtomValue(isOfflineAtom);
  const waiting = useAtomValue(pendingChangesAtom);
  return (
    <div className="shop-status" role="status" {...shellRegion}>
      {isOffline && (
        <p>
          You are offline. {waiting > 0 ? 'Your changes are kept, and go out' : 'Changes go out'}{' '}
          when the connection is back.
        </p>
      )}
      {isSlow && !isOffline && <p>This takes longer than usual.</p>}
    </div>
  );
}

const socialLinks = [
  { name: 'Instagram', href: 'https://www.instagram.com/', Icon: InstagramIcon },
  { name: 'Pinterest', href: 'https://www.pinterest.com/', Icon: PinterestIcon },
  { name: 'GitHub', href: 'https://github.com/', Icon: GitHubIcon },
];

function Footer() {
  return (
    <footer className="shop-footer" {...shellRegion}>
      <p className="shop-brand">Patchwork</p>
      <ul className="shop-social">
        {socialLinks.map(({ name, href, Icon }) => (
          <li key={name}>
            <a className="icon-link" href={href} aria-label={name} rel="noreferrer">
              <Icon />
            </a>
          </li>
        ))}
      </ul>
      <p className="shop-copyright">© 2026 Patchwork. Sewn from independent pieces.</p>
    </footer>
  );
}

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
      <Toasts subscribe={subscribeToToasts} Link={Link} />
      <ScrollRestoration />
    </>
  );
}
