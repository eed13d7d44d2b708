// Written by “pnpm types” from messages/en/product.json.
import { createElement, Fragment, type ReactNode } from 'react';

export let notFound: string = `Product not found`;
export let backToShop: string = `Back to the shop`;
export let goneNote: string = `The link may be old, or the piece is no longer sold.`;
export let notLoadedHeading: string = `Product not loaded`;
export let loading: string = `Loading the product`;
export let notLoaded: string = `The product could not be loaded.`;
export let notUpdated: string = `Price and stock could not be brought up to date.`;
export let reviews: (values: { readonly reviews: string | number }) => string = (values) => `${values.reviews} Reviews`;
export let taxes: string = `inclusive of all taxes`;
export let bestOffers: string = `Best Offers`;
export let size: string = `Size`;
export let colour: string = `Colour`;
export let outOfStockNote: string = `out of stock`;
export let availability: string = `Availabilty:`;
export let inStock: string = `In Stock`;
export let outOfStock: string = `Out of Stock`;
export let onceInStock: string = `, once it is in stock again`;
export let byDay: (values: { readonly day: string | number }) => string = (values) => ` · by ${values.day}`;
export let description: string = `Description`;
export let care: string = `Cloth and care`;
export let deliveryAndReturns: string = `Delivery and returns`;
export let deliveryNote: (values: { readonly delivery: (text: string) => ReactNode; readonly returns: (text: string) => ReactNode }) => ReactNode = (values) => createElement(Fragment, null, `It comes to the address that you choose at checkout, at no charge (see `, values.delivery(`Delivery`), `). If it doesn’t suit you, tell us (see `, values.returns(`Returns`), `).`);
export let share: string = `Share`;
export let linkCopied: string = `Link copied`;
export let linkNotCopied: (values: { readonly url: string | number }) => string = (values) => `The link could not be copied: ${values.url}`;
export let picturesOf: (values: { readonly title: string | number }) => string = (values) => `Pictures of ${values.title}`;
export let pictures: string = `Pictures`;
export let fullScreen: (values: { readonly alt: string | number }) => string = (values) => `Full screen: ${values.alt}`;
export let fullScreenNotLoaded: string = `The full screen could not be loaded. Please try again.`;
export let notShown: (values: { readonly alt: string | number }) => string = (values) => `This picture can’t be shown: ${values.alt}`;

export type Texts = readonly [typeof notFound, typeof backToShop, typeof goneNote, typeof notLoadedHeading, typeof loading, typeof notLoaded, typeof notUpdated, typeof reviews, typeof taxes, typeof bestOffers, typeof size, typeof colour, typeof outOfStockNote, typeof availability, typeof inStock, typeof outOfStock, typeof onceInStock, typeof byDay, typeof description, typeof care, typeof deliveryAndReturns, typeof deliveryNote, typeof share, typeof linkCopied, typeof linkNotCopied, typeof picturesOf, typeof pictures, typeof fullScreen, typeof fullScreenNotLoaded, typeof notShown];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [notFound, backToShop, goneNote, notLoadedHeading, loading, notLoaded, notUpdated, reviews, taxes, bestOffers, size, colour, outOfStockNote, availability, inStock, outOfStock, onceInStock, byDay, description, care, deliveryAndReturns, deliveryNote, share, linkCopied, linkNotCopied, picturesOf, pictures, fullScreen, fullScreenNotLoaded, notShown] = texts;
}
