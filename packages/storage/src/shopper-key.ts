const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;

/**
 * FNV-1a with 64 bits. Not secret: who guesses an email can compare. It keeps the email itself out of what
 * lists of keys show, and of what is copied from them.
 */
function digestOf(text: string): string {
  let digest = OFFSET;
  // By UTF-16 units: as bytes, all halves of a surrogate pair would be the same.
  for (let index = 0; index < text.length; index += 1) {
    digest = BigInt.asUintN(64, (digest ^ BigInt(text.charCodeAt(index))) * PRIME);
  }
  return digest.toString(36);
}

/** Where the browser stores one shopper's value. */
export const shopperStorageKey = (name: string, shopper: string): string =>
  `patchwork:${name}/${digestOf(shopper)}`;

/** Whether a value of this shopper, or of any, is stored under the key. */
export const isShopperKey = (key: string, shopper?: string): boolean =>
  /^patchwork:[\w-]+\//.test(key) &&
  (shopper === undefined || key.endsWith(`/${digestOf(shopper)}`));
