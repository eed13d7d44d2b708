/** Limits of what a server stores for one shopper. */
export const MAX_ADDRESSES = 50;
export const MAX_ORDER_LINES = 200;
/** Pieces of one product in an order: one shopper can't hold all that a shop has. */
export const MAX_LINE_PIECES = 10;
