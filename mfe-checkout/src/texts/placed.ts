// Written by “pnpm types” from messages/en/placed.json.
export const loading: string = `Loading your order`;
export const deals: string = `Checkout more deals!`;
export const allOrders: string = `All your orders`;
export const yourOrder: string = `Your order`;
export const noOrder: string = `No order to show`;
export const heading: string = `Your Order has been Placed Successfully`;
export const notLoaded: string = `Your order could not be loaded.`;
export const none: string = `This page confirms an order right after it is placed. None was placed just now.`;
export const thanks: string = `Thank you for shopping with us`;
export const success: string = `Order has been placed successfully!!`;
