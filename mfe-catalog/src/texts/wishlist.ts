// Written by “pnpm types” from messages/en/wishlist.json.
export const empty: string = `Your wishlist is empty :(`;
export const heading: string = `My Wishlist`;
export const shop: string = `Shop the collection`;
export const tapHeart: string = `Tap the heart on anything you like, and it waits for you here.`;
