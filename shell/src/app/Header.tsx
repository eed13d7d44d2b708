import { Link, useLocation, useNavigation } from '@patchwork/router';
import { slotOf } from '@patchwork/shop';
import { cartAtom, pathToAtom, sessionAtom, wishlistAtom } from '@patchwork/state';
import { whenIdle } from '@patchwork/ui';
import { atom, useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import type { SlotProps } from './contract.ts';
import { CartIcon, HeartIcon, ProfileIcon } from './icons.tsx';
import { shellRegion } from './region.ts';

/** Loads at once a fragment that is part of the first screen of every page. */
const atOnce = (): Promise<void> => Promise.resolve();

/** Loads in idle time a fragment that adds to what the frame already shows. */
const whenPageIsIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') whenIdle(resolve);
    else window.addEventListener('load', () => whenIdle(resolve), { once: true });
  });

const Slot = slotOf<SlotProps>();

interface CountedLinkProps {
  readonly to: string;
  readonly name: string;
  /** Number of items, shown only if above 0. */
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
 * A search that needs no script. It is shown until the catalogue's search is loaded, which takes over what was
 * typed. The key drops that text when the shopper leaves for another page: the search would lead back from there.
 */
function PlainSearch() {
  const pathTo = useAtomValue(pathToAtom);
  const here = useLocation();
  const { pathname } = useNavigation().location ?? here;
  return (
    <search key={pathname}>
      <form className="shop-plain-search" action={pathTo('product-list')}>
        <input type="search" name="search" placeholder="Search" aria-label="Search" />
      </form>
    </search>
  );
}

/** Counts of the lists, in atoms of their own: a reload of a list does not render the header again. */
const wishlistCountAtom = atom((get) => get(wishlistAtom).items.length);
const cartCountAtom = atom((get) => get(cartAtom).items.length);

export function Header() {
  const pathTo = useAtomValue(pathToAtom);
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const wishlistCount = useAtomValue(wishlistCountAtom);
  const cartCount = useAtomValue(cartCountAtom);
  return (
    <header className="shop-header" {...shellRegion}>
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <div className="shop-bar">
        <Link className="shop-brand" to={pathTo('home')}>
          Patchwork
        </Link>
        <div className="shop-search" data-at="bar">
          <Slot name="header-search" loadWhen={atOnce}>
            <PlainSearch />
          </Slot>
        </div>
        <nav className="shop-nav" aria-label="Shop">
          <Link className="shop-now" to={pathTo('product-list')}>
            Shop Now
          </Link>
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
      <div className="shop-search" data-at="below">
        <Slot name="header-search" loadWhen={atOnce}>
          <PlainSearch />
        </Slot>
      </div>
    </header>
  );
}
