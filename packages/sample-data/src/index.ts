export { sampleCategories } from './categories.ts';
export { sampleProducts } from './products.ts';
export { sampleShopper } from './shopper.ts';
export type { SampleCategory, SampleProduct } from './types.ts';
