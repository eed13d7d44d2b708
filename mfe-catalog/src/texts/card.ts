// Written by “pnpm types” from messages/en/card.json.
import { createElement, Fragment, type ReactNode } from 'react';

export let bestsellers: string = `Bestsellers`;
export let bestsellersNotLoaded: string = `The bestsellers could not be loaded.`;
export let bestsellersNotUpdated: string = `The bestsellers could not be brought up to date.`;
export let goToCart: string = `Go to Cart`;
export let addToCart: string = `Add to Cart`;
export let outOfStock: string = `Out of Stock`;
export let size: (values: { readonly size: string | number }) => string = (values) => `Size ${values.size}`;
export let sizes: string = `Sizes`;
export let sizeOutOfStock: string = `out of stock`;
export let colours: (values: { readonly count: number }) => string = (values) => (values.count === 1 ? `${values.count} colour` : `${values.count} colours`);
export let notRated: string = `Not rated yet`;
export let rated: (values: { readonly hidden: (text: string) => ReactNode; readonly rating: string | number }) => ReactNode = (values) => createElement(Fragment, null, values.hidden(`Rated `), `${values.rating}`, values.hidden(` out of 5`));
export let wishlist: string = `Wishlist`;
export let removeFromWishlist: string = `Remove from wishlist`;

export type Texts = readonly [typeof bestsellers, typeof bestsellersNotLoaded, typeof bestsellersNotUpdated, typeof goToCart, typeof addToCart, typeof outOfStock, typeof size, typeof sizes, typeof sizeOutOfStock, typeof colours, typeof notRated, typeof rated, typeof wishlist, typeof removeFromWishlist];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [bestsellers, bestsellersNotLoaded, bestsellersNotUpdated, goToCart, addToCart, outOfStock, size, sizes, sizeOutOfStock, colours, notRated, rated, wishlist, removeFromWishlist] = texts;
}
