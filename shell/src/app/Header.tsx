import { linksOf, matchRoute } from '@patchwork/host';
import { savesData, useRemotes } from '@patchwork/host/browser';
import { Link, useLocation, useNavigation } from '@patchwork/host/router';
import { slotOf } from '@patchwork/shop';
import type { PlainPage } from '@patchwork/shop/domain';
import { cartAtom, pathToAtom, sessionAtom, wishlistAtom } from '@patchwork/shop/state';
import { atom, useAtomValue } from 'jotai';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import type { SlotProps } from './contract.ts';
import { CartIcon, HeartIcon, MenuIcon, ProfileIcon, SearchIcon } from './icons.tsx';
import { shellRegion } from './region.ts';
import { whenPageIsIdle } from './when-page-is-idle.ts';

const Slot = slotOf<SlotProps>();

interface CountedLinkProps {
  readonly to: string;
  readonly name: string;
  /** Number of items; not shown if it is 0. */
  readonly count: number;
  readonly children: ReactNode;
}

function CountedLink({ to, name, count, children }: CountedLinkProps) {
  const label = count > 0 ? `${name}, ${count} ${count === 1 ? 'item' : 'items'}` : name;
  return (
    <Link className="icon-link" to={to} aria-label={label}>
      {children}
      {count > 0 && (
        <span className="icon-count" aria-hidden="true">
          {count}
        </span>
      )}
    </Link>
  );
}

/**
 * A search form that works without scripts. When the catalogue's search has been loaded, it replaces this form and
 * takes over the typed text. The key discards that text when the shopper goes to another page, because the catalogue's
 * search would navigate back to the list.
 */
function PlainSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const here = useLocation();
  const { pathname } = useNavigation().location ?? here;
  return (
    <search key={pathname}>
      <form className="shop-plain-search" action={pathTo('product-list')}>
        <input
          type="search"
          name="search"
          placeholder="Search"
          // MAX_LENGTH.search of shop/domain: the catalogue's search cuts a longer text.
          maxLength={200}
          aria-label="Search"
        />
      </form>
    </search>
  );
}

/** Closes the panel at the first Escape, which a search field would otherwise use to clear its text. */
function closeOnEscape(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  event.currentTarget.hidePopover();
}

/**
 * Search on narrow screens: a button that opens a panel over the header. Both work before the shop's scripts run (see
 * focusSearch in early/main.ts). The browser closes the panel when the shopper presses elsewhere. After Escape or
 * 'Close', it returns the focus to the button.
 */
function MobileSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const { pathname } = useLocation();
  const panel = useRef<HTMLDivElement>(null);
  const openedOn = useRef(pathname);
  useEffect(() => {
    if (pathname === openedOn.current) return;
    openedOn.current = pathname;
    // Typing opens the list, where the search goes on.
    if (pathname !== pathTo('product-list')) panel.current?.hidePopover();
  }, [pathname, pathTo]);
  return (
    <>
      <button
        type="button"
        className="icon-link shop-search-button"
        popoverTarget="shop-search"
        aria-label="Open the search"
      >
        <SearchIcon />
      </button>
      <div
        ref={panel}
        id="shop-search"
        className="shop-search-panel"
        popover="auto"
        role="dialog"
        aria-label="Search"
        onKeyDown={closeOnEscape}
        onSubmit={({ currentTarget }) => currentTarget.hidePopover()}
      >
        <Slot name="header-search" loadWhen={whenPageIsIdle}>
          <PlainSearch />
        </Slot>
        <button type="button" popoverTarget="shop-search" popoverTargetAction="hide">
          Close
        </button>
      </div>
    </>
  );
}

/**
 * The remotes' links. The release writes the same list into the page's HTML. On narrow screens, and if there are many,
 * it is a menu, which works before the shop's scripts run.
 */
function PageLinks() {
  const pathTo = useAtomValue(pathToAtom);
  const { active } = useRemotes();
  return (
    <>
      <button
        type="button"
        className="icon-link shop-menu-button"
        popoverTarget="shop-menu"
        aria-label="More pages"
      >
        <MenuIcon />
      </button>
      <ul id="shop-menu" className="shop-menu" popover="auto" data-page-links="">
        {linksOf(active.remotes).map(({ page, label }) => (
          <li key={page}>
            <Link
              to={pathTo(page as PlainPage)}
              onClick={({ currentTarget }) => currentTarget.closest('ul')?.hidePopover()}
            >
              {label}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * Loads the code of the cart's page in idle time, before other pages: a shopper may go on with the cart when the network
 * goes away. The wishlist's comes with the product list, whose remote it shares.
 */
function useCartInAdvance(isLoggedIn: boolean): void {
  const pathTo = useAtomValue(pathToAtom);
  const { active, loader } = useRemotes();
  useEffect(() => {
    if (!isLoggedIn || savesData()) return;
    let hasLeft = false;
    void whenPageIsIdle().then(() => {
      const cart = matchRoute(active.remotes, pathTo('cart'));
      if (hasLeft || !cart || loader.isDown(cart.remote)) return;
      void loader.prefetch(cart.remote, cart.route);
    });
    return () => {
      hasLeft = true;
    };
  }, [isLoggedIn, active, loader, pathTo]);
}

/** Item counts, as separate atoms: a reload of a list doesn't rerender the header if the count stays the same. */
const wishlistCountAtom = atom((get) => get(wishlistAtom).items.length);
const cartCountAtom = atom((get) => get(cartAtom).items.length);

export function Header() {
  const pathTo = useAtomValue(pathToAtom);
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const wishlistCount = useAtomValue(wishlistCountAtom);
  const cartCount = useAtomValue(cartCountAtom);
  useCartInAdvance(isLoggedIn);
  return (
    <header className="shop-header" {...shellRegion}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="shop-bar">
        <Link className="shop-brand" to={pathTo('home')}>
          Patchwork
        </Link>
        <Link className="shop-now" to={pathTo('product-list')}>
          Shop Now
        </Link>
        <div className="shop-search">
          <Slot name="header-search" loadWhen={whenPageIsIdle}>
            <PlainSearch />
          </Slot>
        </div>
        <nav className="shop-nav" aria-label="Shop">
          <PageLinks />
          <MobileSearch />
          <CountedLink to={pathTo('wishlist')} name="Wishlist" count={wishlistCount}>
            <HeartIcon />
          </CountedLink>
          <Slot name="header-cart" loadWhen={whenPageIsIdle}>
            <CountedLink to={pathTo('cart')} name="Cart" count={cartCount}>
              <CartIcon />
            </CountedLink>
          </Slot>
          <CountedLink to={pathTo('profile')} name="Profile" count={0}>
            <ProfileIcon />
          </CountedLink>
          {!isLoggedIn && (
            <Link className="shop-login" to={pathTo('login')}>
              Login
            </Link>
          )}
        </nav>
      </div>
    </header>
  );
}
