// Written by “pnpm types” from messages/en/wishlist.json.
export let empty: string = `Your wishlist is empty :(`;
export let heading: string = `My Wishlist`;
export let shop: string = `Shop the collection`;
export let tapHeart: string = `Tap the heart on anything you like, and it waits for you here.`;

export type Texts = readonly [typeof empty, typeof heading, typeof shop, typeof tapHeart];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [empty, heading, shop, tapHeart] = texts;
}
