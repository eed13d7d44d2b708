import { Link } from '@patchwork/router';
import { cartAtom, pathToAtom, sessionAtom, wishlistAtom } from '@patchwork/state';
import { atom, useAtomValue } from 'jotai';
import { CountedLink } from './CountedLink.tsx';
import { CartIcon, HeartIcon, ProfileIcon } from './icons.tsx';
import { atOnce, whenPageIsIdle } from './load-fragment.ts';
import { PlainSearch } from './PlainSearch.tsx';
import { shellRegion } from './region.ts';
import { Slot } from './Slot.ts';

/** Counts alone: the header is not rendered again while a list is loaded again. */
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
