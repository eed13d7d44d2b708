/** Of the content of all pictures: browsers may cache an address with it for ever. */
const contentHash = '4c6cc0dc';

/** The address of a picture of the sample data. */
export const picture = (name: string): string => `/images/${name}.svg?v=${contentHash}`;
