import { defaultFilters, imageAddress } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** Settings of a shop. Fixed while its page is open. */
export interface Configuration {
  /** Payment of orders: in a simulation, or in Razorpay's own checkout with a public key. */
  readonly payment:
    | { readonly provider: 'simulator' }
    | { readonly provider: 'razorpay'; readonly key: string; readonly scriptUrl: string };
  /** The highest price that the list's filter offers, in rupees. */
  readonly maxPrice: number;
  /** Whether the list is loaded page by page, by queries. If not, all products are loaded at once. */
  readonly queriesCatalogue: boolean;
  /** Origins that pictures may come from, besides the shop's own. */
  readonly imageOrigins: readonly string[];
}

/** Configuration of a shop that sets nothing. */
export const defaultConfiguration: Configuration = {
  payment: { provider: 'simulator' },
  maxPrice: defaultFilters.maxPrice,
  queriesCatalogue: false,
  imageOrigins: [],
};

/** Written once, by createShopStore. */
export const writtenConfigurationAtom = atom(defaultConfiguration);

/** Maximum number of an address's characters in a report. */
const SHOWN_CHARACTERS = 200;

/** Makes `knownImage` of the configuration. An address that it refuses is reported once, to the console. */
function createKnownImage(origins: readonly string[]): (address: string) => string | undefined {
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

interface WholeConfiguration extends Configuration {
  /**
   * Returns the address of a picture if the shop may show it, else undefined: its space then stays empty. To be
   * called wherever a picture is rendered: addresses come from the API, from storage and from the mock's data.
   */
  readonly knownImage: (address: string) => string | undefined;
}

/**
 * Settings of the shop: payment provider, price limit, how the catalogue is loaded, and `knownImage`, which checks
 * pictures against the allowed origins.
 */
export const configurationAtom: Atom<WholeConfiguration> = sharedValue(
  'configurationAtom',
  ['configuration'],
  atom((get) => {
    const configuration = get(writtenConfigurationAtom);
    return { ...configuration, knownImage: createKnownImage(configuration.imageOrigins) };
  }),
);
