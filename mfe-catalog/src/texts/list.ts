// Written by “pnpm types” from messages/en/list.json.
export let heading: string = `The collection`;
export let filters: string = `Filters`;
export let clear: string = `Clear`;
export let close: string = `Close`;
export let filtersSet: string = `Filters that are set`;
export let removeFilter: string = `Remove filter`;
export let upTo: (values: { readonly price: string | number }) => string = (values) => `Up to ${values.price}`;
export let sizeOf: (values: { readonly size: string | number }) => string = (values) => `Size ${values.size}`;
export let any: string = `Any`;
export let sortByPrice: string = `Sort by price`;
export let lowToHigh: string = `Low to High`;
export let highToLow: string = `High to Low`;
export let maximumPrice: string = `Maximum price`;
export let category: string = `Category`;
export let men: string = `Men`;
export let women: string = `Women`;
export let kids: string = `Kids`;
export let size: string = `Size`;
export let rating: string = `Rating`;
export let starsAndAbove: (values: { readonly stars: number }) => string = (values) => (values.stars === 1 ? `${values.stars} star and above` : `${values.stars} stars and above`);
export let noProducts: string = `No products`;
export let products: (values: { readonly count: number; readonly length: string | number }) => string = (values) => (values.count === 1 ? `${values.length} product` : `${values.length} products`);
export let manyProducts: (values: { readonly length: string | number }) => string = (values) => `More than ${values.length} products`;
export let showList: string = `Show the list`;
export let showProducts: (values: { readonly count: number; readonly length: string | number }) => string = (values) => (values.count === 1 ? `Show ${values.length} product` : `Show ${values.length} products`);
export let showManyProducts: (values: { readonly length: string | number }) => string = (values) => `Show more than ${values.length} products`;
export let moreThan: (values: { readonly length: string | number }) => string = (values) => `more than ${values.length}`;
export let shownOf: (values: { readonly shown: string | number; readonly length: string | number }) => string = (values) => `${values.shown} of ${values.length} shown`;
export let showMore: string = `Show more`;
export let tryAgain: string = `Try again`;
export let moreNotLoaded: string = `More products could not be loaded.`;
export let rest: string = `Filters and the search lead to the rest.`;
export let loading: string = `Loading products`;
export let notLoaded: string = `The products could not be loaded.`;
export let notUpdated: string = `The products could not be brought up to date.`;
export let noPhrase: (values: { readonly search: string | number }) => string = (values) => `No results for “${values.search}” as one phrase. Showing titles with all of its words.`;
export let corrected: (values: { readonly search: string | number; readonly corrected: string | number }) => string = (values) => `No results for “${values.search}”. Showing “${values.corrected}”.`;
export let priceHides: (values: { readonly price: string | number }) => string = (values) => `The price limit of ${values.price} hides the most.`;
export let anyPrice: string = `Show any price`;
export let categoryHides: string = `The chosen category hides the most.`;
export let everyCategory: string = `Show every category`;
export let sizesHide: (values: { readonly count: number; readonly sizes: string | number }) => string = (values) => (values.count === 1 ? `Size ${values.sizes} hides the most.` : `Sizes ${values.sizes} hide the most.`);
export let everySize: string = `Show every size`;
export let ratingHides: (values: { readonly stars: string | number }) => string = (values) => `The rating of ${values.stars} and above hides the most.`;
export let anyRating: string = `Show any rating`;
export let searchHides: (values: { readonly search: string | number }) => string = (values) => `The search for “${values.search}” hides the most.`;
export let anySearch: string = `Search for anything`;
export let allAbove: (values: { readonly price: string | number }) => string = (values) => `Everything here costs more than ${values.price}.`;
export let seeFor: (values: { readonly title: string | number; readonly price: string | number }) => string = (values) => `See ${values.title} for ${values.price}`;
export let limitNote: string = `That is the price limit of this shop’s list. A product above it still has its own page.`;
export let unknownSearch: (values: { readonly search: string | number }) => string = (values) => `Nothing is called “${values.search}”, or anything close to it.`;
export let noMatch: string = `Nothing matches these filters.`;
export let noMatchOf: (values: { readonly search: string | number }) => string = (values) => `Nothing called “${values.search}” matches these filters.`;
export let shelvesEmpty: string = `The shelves are empty just now.`;
export let severalHide: string = `Several filters hide everything together: Clear shows the whole collection.`;

export type Texts = readonly [typeof heading, typeof filters, typeof clear, typeof close, typeof filtersSet, typeof removeFilter, typeof upTo, typeof sizeOf, typeof any, typeof sortByPrice, typeof lowToHigh, typeof highToLow, typeof maximumPrice, typeof category, typeof men, typeof women, typeof kids, typeof size, typeof rating, typeof starsAndAbove, typeof noProducts, typeof products, typeof manyProducts, typeof showList, typeof showProducts, typeof showManyProducts, typeof moreThan, typeof shownOf, typeof showMore, typeof tryAgain, typeof moreNotLoaded, typeof rest, typeof loading, typeof notLoaded, typeof notUpdated, typeof noPhrase, typeof corrected, typeof priceHides, typeof anyPrice, typeof categoryHides, typeof everyCategory, typeof sizesHide, typeof everySize, typeof ratingHides, typeof anyRating, typeof searchHides, typeof anySearch, typeof allAbove, typeof seeFor, typeof limitNote, typeof unknownSearch, typeof noMatch, typeof noMatchOf, typeof shelvesEmpty, typeof severalHide];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [heading, filters, clear, close, filtersSet, removeFilter, upTo, sizeOf, any, sortByPrice, lowToHigh, highToLow, maximumPrice, category, men, women, kids, size, rating, starsAndAbove, noProducts, products, manyProducts, showList, showProducts, showManyProducts, moreThan, shownOf, showMore, tryAgain, moreNotLoaded, rest, loading, notLoaded, notUpdated, noPhrase, corrected, priceHides, anyPrice, categoryHides, everyCategory, sizesHide, everySize, ratingHides, anyRating, searchHides, anySearch, allAbove, seeFor, limitNote, unknownSearch, noMatch, noMatchOf, shelvesEmpty, severalHide] = texts;
}
