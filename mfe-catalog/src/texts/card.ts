// Written by “pnpm types” from messages/en/card.json.
import { createElement, Fragment, type ReactNode } from 'react';

export const dataLanguage: string = ``;
export const bestsellers: string = `Bestsellers`;
export const bestsellersNotLoaded: string = `The bestsellers could not be loaded.`;
export const bestsellersNotUpdated: string = `The bestsellers could not be brought up to date.`;
export const goToCart: string = `Go to Cart`;
export const addToCart: string = `Add to Cart`;
export const outOfStock: string = `Out of Stock`;
export const size: (values: { readonly size: string | number }) => string = (values) => `Size ${values.size}`;
export const sizes: string = `Sizes`;
export const sizeOutOfStock: string = `out of stock`;
export const colours: (values: { readonly count: number }) => string = (values) => (values.count === 1 ? `${values.count} colour` : `${values.count} colours`);
export const notRated: string = `Not rated yet`;
export const rated: (values: { readonly hidden: (text: string) => ReactNode; readonly rating: string | number }) => ReactNode = (values) => createElement(Fragment, null, values.hidden(`Rated `), `${values.rating}`, values.hidden(` out of 5`));
export const wishlist: string = `Wishlist`;
export const removeFromWishlist: string = `Remove from wishlist`;
