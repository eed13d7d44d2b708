import { categoriesAtom } from '../state/products.ts';

export { HomePage as Component } from '../features/home/HomePage.tsx';
export const preload = [categoriesAtom];
