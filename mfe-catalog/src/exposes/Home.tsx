import { categoriesAtom, trendingAtom } from '../state/products.ts';

export { HomePage as Component } from '../features/home/HomePage.tsx';
export const preload = [categoriesAtom, trendingAtom];
