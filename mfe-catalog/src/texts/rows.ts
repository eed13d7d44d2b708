// Written by “pnpm types” from messages/en/rows.json.
export let alsoLike: string = `You may also like`;
export let recentlyViewed: string = `Recently viewed`;
export let clear: string = `Clear`;

export type Texts = readonly [typeof alsoLike, typeof recentlyViewed, typeof clear];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [alsoLike, recentlyViewed, clear] = texts;
}
