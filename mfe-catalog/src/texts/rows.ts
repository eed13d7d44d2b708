// Written by “pnpm types” from messages/en/rows.json.
export const dataLanguage: string = ``;
export const alsoLike: string = `You may also like`;
export const recentlyViewed: string = `Recently viewed`;
export const clear: string = `Clear`;
