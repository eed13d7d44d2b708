const format = new Intl.NumberFormat('en-IN');

/** 10000 as '10,000'. */
export const formatCount = (count: number): string => format.format(count);
