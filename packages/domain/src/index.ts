export type { LineItem } from './cart.ts';
export type { Filters, MinRating, SortOrder } from './filters.ts';
export { maxPriceLimit, ratingThresholds, sortOrders } from './filters.ts';
export type { Category, CategoryInfo, Product, Size } from './product.ts';
export { categories, sizes } from './product.ts';
export type { Result } from './result.ts';
export { err, ok } from './result.ts';
export type { Session, User } from './user.ts';
