export const say = (sum: number): string => `the sum is ${sum}`;
