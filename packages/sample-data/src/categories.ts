import { picture } from './picture.ts';
import type { SampleCategory } from './types.ts';

export const sampleCategories: readonly SampleCategory[] = [
  {
    _id: 'men',
    categoryName: 'Men',
    description: 'Overshirts, kurtas and work trousers, cut with room to move.',
    image: picture('category-men'),
  },
  {
    _id: 'women',
    categoryName: 'Women',
    description: 'Block prints, chikankari and easy linen for long days.',
    image: picture('category-women'),
  },
  {
    _id: 'kids',
    categoryName: 'Kids',
    description: 'Sturdy seams and deep pockets, made to be climbed in.',
    image: picture('category-kids'),
  },
];
