/** What a server stores of one shopper at most, and what one request may hold. */
export const MAX_ADDRESSES = 50;
export const MAX_ORDERS_HANDED_OVER = 100;
export const MAX_ORDER_LINES = 200;
