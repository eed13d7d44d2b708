// Written by “pnpm types” from messages/en/ui.json.
export const tryAgain: string = `Try again`;
export const loading: string = `Loading`;
export const listLoading: (values: { readonly list: string }) => string = (values) => (`Loading your ${values.list}`);
export const listNotLoaded: (values: { readonly list: string }) => string = (values) => (`Your ${values.list} could not be loaded.`);
export const listNotUpdated: (values: { readonly list: string }) => string = (values) => (`Your ${values.list} could not be brought up to date.`);
export const originalPrice: string = `Original price`;
