// Written by “pnpm types” from messages/en/domain.json.
export let off: (values: { readonly percent: string | number }) => string = (values) => `${values.percent}% OFF`;
export let deliveryTime: (values: { readonly days: number }) => string = (values) => (values.days === 1 ? `Get it in ${values.days} day` : `Get it in ${values.days} days`);
export let longestDay: string = `Wednesday, 30 September`;

export type Texts = readonly [typeof off, typeof deliveryTime, typeof longestDay];

/** Replaces the texts by those of another language, in the same order. */
export function replace(texts: Texts): void {
  [off, deliveryTime, longestDay] = texts;
}
