import type { CategoryRow } from './rows.ts';

export const sampleCategories: readonly CategoryRow[] = [
  {
    _id: 'men',
    categoryName: 'Men',
    description: 'Overshirts, kurtas and work trousers, cut with room to move.',
    image: '/images/category-men.svg',
  },
  {
    _id: 'women',
    categoryName: 'Women',
    description: 'Block prints, chikankari and easy linen for long days.',
    image: '/images/category-women.svg',
  },
  {
    _id: 'kids',
    categoryName: 'Kids',
    description: 'Sturdy seams and deep pockets, made to be climbed in.',
    image: '/images/category-kids.svg',
  },
];
