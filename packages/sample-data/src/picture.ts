/**
 * Of the content of all pictures: browsers may cache an address with it for ever. After a picture was
 * changed, sample-data.test.ts shows the new one.
 */
const contentHash = '4c6cc0dc';

/** The address of a picture of the sample data. */
export const picture = (name: string): string => `/images/${name}.svg?v=${contentHash}`;
