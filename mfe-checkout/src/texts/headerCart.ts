// Written by “pnpm types” from messages/en/headerCart.json.
export const dataLanguage: string = ``;
export const nothing: string = `Nothing is in your cart yet.`;
export const shop: string = `Shop the collection`;
export const more: (values: { readonly count: string | number }) => string = (values) => `and ${values.count} more`;
export const total: string = `Total`;
export const goToCart: string = `Go to Cart`;
export const checkout: string = `Checkout`;
export const cart: string = `Cart`;
export const cartOf: (values: { readonly count: number }) => string = (values) => (values.count === 1 ? `Cart, ${values.count} item` : `Cart, ${values.count} items`);
export const preview: string = `Preview of what you chose`;
