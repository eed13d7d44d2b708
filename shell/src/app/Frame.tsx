import { languagesOf, pathInLanguage, pathWithoutLanguage, SOURCE_LANGUAGE } from '@patchwork/host';
import { useFocusOnNavigation } from '@patchwork/host/boot';
import { useRemotes } from '@patchwork/host/browser';
import {
  Link,
  ScrollRestoration,
  useLocation,
  useNavigation,
  useOutlet,
} from '@patchwork/host/router';
import {
  configurationAtom,
  isOfflineAtom,
  languageAtom,
  pathToAtom,
  pendingChangesAtom,
} from '@patchwork/shop/state';
import { subscribeToToasts } from '@patchwork/shop/state/host';
import { Spinner, Toasts, useIsSlow } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Devtools } from '../devtools/Devtools.tsx';
import { Header } from './Header.tsx';
import { shellRegion } from './region.ts';
import { whenPageIsIdle } from './when-page-is-idle.ts';

interface StatusBannerProps {
  /** Whether the requested page has been loading for some seconds. */
  readonly isSlow: boolean;
}

/**
 * Banner that says that the browser is offline or that a page is slow. The live region is always rendered, because
 * screen readers skip a region that is added together with its text.
 */
export function StatusBanner({ isSlow }: StatusBannerProps) {
  const isOffline = useAtomValue(isOfflineAtom);
  const waiting = useAtomValue(pendingChangesAtom);
  return (
    <div id="shop-status" className="shop-status" role="status" {...shellRegion}>
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

const helpPages = [
  ['help', 'Help'],
  ['delivery', 'Delivery'],
  ['returns', 'Returns'],
  ['privacy', 'Privacy'],
] as const;

/** Links to this page in the shop's other languages: a document of its own, so that no page has two languages' code. */
function Languages() {
  const language = useAtomValue(languageAtom);
  const { pathname, search } = useLocation();
  const { active } = useRemotes();
  const all = [SOURCE_LANGUAGE, ...languagesOf(active.remotes)];
  if (all.length === 1) return null;
  const path = pathWithoutLanguage(pathname, language);
  return (
    <nav className="shop-help" aria-label="Language">
      {all
        .filter((each) => each !== language)
        .map((each) => (
          <a key={each} href={pathInLanguage(path, each) + search} hrefLang={each} lang={each}>
            {new Intl.DisplayNames(each, { type: 'language' }).of(each)}
          </a>
        ))}
    </nav>
  );
}

/** What the footer has from configuration and remotes, which the page's HTML doesn't know. At its end, so that nothing moves. */
function ConfiguredFooter() {
  const { contact, social } = useAtomValue(configurationAtom);
  return (
    <>
      <Languages />
      {contact && (
        <address className="shop-contact">
          {contact.email && <a href={`mailto:${contact.email}`}>{contact.email}</a>}
          {contact.hours && <span>{contact.hours}</span>}
          {contact.address && <span>{contact.address}</span>}
        </address>
      )}
      {social.length > 0 && (
        <ul className="shop-social">
          {social.map(({ name, url }) => (
            <li key={url}>
              <a href={url} rel="noreferrer">
                {name}
              </a>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

/** Whether the first page has been idle. */
function useWasIdle(): boolean {
  const [wasIdle, setWasIdle] = useState(false);
  useEffect(() => void whenPageIsIdle().then(() => setWasIdle(true)), []);
  return wasIdle;
}

function Footer({ isComplete }: { readonly isComplete: boolean }) {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <footer className="shop-footer" {...shellRegion}>
      <p className="shop-brand">Patchwork</p>
      <nav className="shop-help" aria-label="About the shop">
        {helpPages.map(([page, title]) => (
          <Link key={page} to={pathTo(page)}>
            {title}
          </Link>
        ))}
      </nav>
      <p className="shop-copyright">© 2026 Patchwork. Sewn from independent pieces.</p>
      {isComplete && <ConfiguredFooter />}
    </footer>
  );
}

/**
 * Header, page and footer. The router also renders this frame while the first page is loading, so that React mounts it
 * only once.
 */
export function Frame() {
  const main = useRef<HTMLElement>(null);
  const page = useOutlet();
  const { pathname } = useLocation();
  const wasIdle = useWasIdle();
  const isBusy = useNavigation().state !== 'idle';
  // The wait for the first page began with the request for the document.
  const isSlow = useIsSlow(isBusy || page === null, page === null ? 0 : undefined);
  useFocusOnNavigation(main);
  return (
    <>
      <Header />
      <StatusBanner isSlow={isSlow} />
      <main id="main" className="shop-main" tabIndex={-1} ref={main} aria-busy={isBusy}>
        {page ?? <Spinner />}
      </main>
      {/* A new element for each page: when Back also restores the scroll position, a browser would count a moved footer
          as a layout shift. */}
      <Footer key={pathname} isComplete={wasIdle} />
      <Devtools />
      <Toasts subscribe={subscribeToToasts} Link={Link} />
      <ScrollRestoration />
    </>
  );
}
