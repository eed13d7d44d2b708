/** Limits of what a server stores for one shopper. */
export const MAX_ADDRESSES = 50;
export const MAX_ORDER_LINES = 200;
