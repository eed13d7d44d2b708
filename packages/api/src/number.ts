import * as v from 'valibot';

/** The API sends numbers as strings; a server that sends numbers is understood too. */
export const numeric = v.union([v.string(), v.number()]);

const toNumber = (value: string | number): number =>
  typeof value === 'number' ? value : value.trim() === '' ? Number.NaN : Number(value);

/** Whole rupees or whole days. Fractions are refused rather than rounded: a price is shown as charged. */
export const wholeNumber = v.pipe(
  numeric,
  v.transform(toNumber),
  v.number(),
  v.safeInteger(),
  v.minValue(0),
);

/** 0 to 5. Absent or empty is 0: a new product without ratings. */
export const rating = v.pipe(
  v.nullish(numeric, ''),
  v.transform((value) => (value === '' ? 0 : toNumber(value))),
  v.number(),
  v.minValue(0),
  v.maxValue(5),
);

/** At least 1: a server may count a line's quantity below that. */
export const quantity = v.pipe(
  numeric,
  v.transform(toNumber),
  v.number(),
  v.safeInteger(),
  v.transform((value) => Math.max(1, value)),
);
