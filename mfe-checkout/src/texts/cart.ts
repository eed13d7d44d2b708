// Written by “pnpm types” from messages/en/cart.json.
export const dataLanguage: string = ``;
export const empty: string = `Your Cart is empty :(`;
export const heading: string = `My Cart`;
export const waits: string = `What you add to your cart waits for you here.`;
export const shop: string = `Shop the collection`;
export const details: string = `Cart Price Details`;
export const checkout: string = `Checkout`;
export const decrease: (values: { readonly title: string | number }) => string = (values) => `Decrease quantity: ${values.title}`;
export const quantityOf: (values: { readonly title: string | number }) => string = (values) => `Quantity: ${values.title}`;
export const increase: (values: { readonly title: string | number }) => string = (values) => `Increase quantity: ${values.title}`;
export const size: string = `Size:`;
export const getBy: (values: { readonly day: string | number }) => string = (values) => `Get it by ${values.day}`;
export const subtotal: string = `Subtotal`;
export const remove: string = `Remove from Cart`;
export const move: string = `Move to Wishlist`;
export const limit: (values: { readonly count: string | number }) => string = (values) => `An order can have at most ${values.count} pieces of one product.`;
