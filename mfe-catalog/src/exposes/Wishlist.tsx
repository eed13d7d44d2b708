export { WishlistPage as Component } from '../features/wishlist/WishlistPage.tsx';
