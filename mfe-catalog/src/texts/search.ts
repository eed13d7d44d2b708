// Written by “pnpm types” from messages/en/search.json.
export let search: string = `Search`;
export let category: string = `Category`;
export let showing: (values: { readonly corrected: string | number }) => string = (values) => `Showing “${values.corrected}”.`;
export let suggestions: (values: { readonly count: number }) => string = (values) => (values.count === 1 ? `${values.count} suggestion` : `${values.count} suggestions`);
export let list: string = `Suggestions`;

export type Texts = readonly [typeof search, typeof category, typeof showing, typeof suggestions, typeof list];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [search, category, showing, suggestions, list] = texts;
}
