import { imageAddress } from '@patchwork/domain';

/** As much of an address as a report shows. */
const SHOWN_CHARACTERS = 200;

/** Makes `knownImage` of the configuration. An address that it refuses is reported once, to the console. */
export function createKnownImage(
  origins: readonly string[],
): (address: string) => string | undefined {
  const reported = new Set<string>();
  return (address) => {
    const known = imageAddress(address, origins);
    if (known === undefined && address !== '' && !reported.has(address)) {
      reported.add(address);
      const shown = address.slice(0, SHOWN_CHARACTERS);
      console.error(`A picture is not shown, its origin is not in imageOrigins: ${shown}`);
    }
    return known;
  };
}
