import { HomePage } from '../features/home/HomePage.tsx';
import { RecentlyViewed } from '../features/recently-viewed/RecentlyViewed.tsx';
import { categoriesAtom, trendingAtom } from '../state/products.ts';

export const Component = () => (
  <HomePage>
    <RecentlyViewed />
  </HomePage>
);

export const preload = [categoriesAtom, trendingAtom];
