import { createStoredValue } from '@patchwork/storage';

declare global {
  interface PatchworkStores {
    bucket: 'shop';
  }
}

/** The number of groups of visitors: enough for shares of 1 %, too few to recognize a person. */
const BUCKETS = 10_000;

const isBucket = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 0 && Number(value) < BUCKETS;

const storedBucket = createStoredValue<number>({
  name: 'bucket',
  version: 1,
  scope: 'shop',
  parse(value) {
    if (isBucket(value)) return value;
    throw new TypeError('not a bucket');
  },
});

/**
 * This browser's group of visitors, 0 to 9999: drawn at random once, then stored. Undefined where
 * storage is full or forbidden, because the next page would draw another one. Free of dependencies: it
 * is inlined into the page's HTML.
 */
export function readBucket(): number | undefined {
  const stored = storedBucket.read();
  if (stored !== undefined) return stored;
  const drawn = Math.floor(Math.random() * BUCKETS);
  return storedBucket.write(drawn) ? drawn : undefined;
}
