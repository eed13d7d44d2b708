// Written by “pnpm types” from messages/en/search.json.
export const search: string = `Search`;
export const category: string = `Category`;
export const showing: (values: { readonly corrected: string | number }) => string = (values) => `Showing “${values.corrected}”.`;
export const suggestions: (values: { readonly count: number }) => string = (values) => (values.count === 1 ? `${values.count} suggestion` : `${values.count} suggestions`);
export const list: string = `Suggestions`;
