import { Link } from '@patchwork/router';
import { cartAtom, pathToAtom, sessionAtom, wishlistAtom } from '@patchwork/state';
import { useAtomValue } from 'jotai';
import { CountedLink } from './CountedLink.tsx';
import { CartIcon, HeartIcon, ProfileIcon } from './icons.tsx';
import { atOnce, whenPageIsIdle } from './load-fragment.ts';
import { PlainSearch } from './PlainSearch.tsx';
import { shellRegion } from './region.ts';
import { Slot } from './Slot.ts';

export function Header() {
  const pathTo = useAtomValue(pathToAtom);
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const wishlist = useAtomValue(wishlistAtom);
  const cart = useAtomValue(cartAtom);
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
          <CountedLink to={pathTo('wishlist')} name="Wishlist" count={wishlist.length}>
            <HeartIcon />
          </CountedLink>
          <Slot name="header-cart" loadWhen={whenPageIsIdle}>
            <CountedLink to={pathTo('cart')} name="Cart" count={cart.length}>
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
