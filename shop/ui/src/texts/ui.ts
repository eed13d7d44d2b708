// Written by “pnpm types” from messages/en/ui.json.
export let tryAgain: string = `Try again`;
export let loading: string = `Loading`;
export let listLoading: (values: { readonly list: string }) => string = (values) => (`Loading your ${values.list}`);
export let listNotLoaded: (values: { readonly list: string }) => string = (values) => (`Your ${values.list} could not be loaded.`);
export let listNotUpdated: (values: { readonly list: string }) => string = (values) => (`Your ${values.list} could not be brought up to date.`);
export let originalPrice: string = `Original price`;

export type Texts = readonly [typeof tryAgain, typeof loading, typeof listLoading, typeof listNotLoaded, typeof listNotUpdated, typeof originalPrice];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [tryAgain, loading, listLoading, listNotLoaded, listNotUpdated, originalPrice] = texts;
}
