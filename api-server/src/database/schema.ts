export { catalogueRevisions, categories, products } from './catalogue.ts';
export { addresses, cartLines, wishlistLines } from './lists.ts';
export { rateLimits, secrets } from './operations.ts';
export { checkouts, orders, simulatedPayments } from './orders.ts';
export { sessions, shoppers } from './shoppers.ts';
