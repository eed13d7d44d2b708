// Written by “pnpm types” from messages/en/domain.json.
export const locale: string = `en-IN`;
export const off: (values: { readonly percent: string | number }) => string = (values) => `${values.percent}% OFF`;
export const deliveryTime: (values: { readonly days: number }) => string = (values) => (values.days === 1 ? `Get it in ${values.days} day` : `Get it in ${values.days} days`);
export const longestDay: string = `Wednesday, 30 September`;
