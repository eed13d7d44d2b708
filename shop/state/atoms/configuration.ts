import { defaultFilters, imageAddress } from '@patchwork/domain';
import type { RuntimeConfig } from '@patchwork/domain/runtime-config';
import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** Settings of a shop. They don't change while the page is open. */
export interface Configuration {
  /** Payment provider: the simulator, or Razorpay with the shop's public key. */
  readonly payment:
    | { readonly provider: 'simulator' }
    | { readonly provider: 'razorpay'; readonly key: string; readonly scriptUrl: string };
  /** Maximum of the product list's price filter, in rupees. */
  readonly maxPrice: number;
  /** Whether the product list is loaded page by page, by queries. Otherwise all products are loaded at once. */
  readonly queriesCatalogue: boolean;
  /** Origins of pictures that are allowed in addition to the shop's own. */
  readonly imageOrigins: readonly string[];
  /** How shoppers reach the shop; undefined if the shop doesn't say it. */
  readonly contact:
    | {
        readonly email?: string | undefined;
        readonly hours?: string | undefined;
        readonly address?: string | undefined;
      }
    | undefined;
  /** Links to the shop's pages elsewhere. */
  readonly social: readonly { readonly name: string; readonly url: string }[];
}

/** Examples for the demonstration on the mock. */
const exampleLinks = [
  { name: 'Instagram', url: 'https://www.instagram.com/' },
  { name: 'Pinterest', url: 'https://www.pinterest.com/' },
  { name: 'YouTube', url: 'https://www.youtube.com/' },
];

export const defaultConfiguration: Configuration = {
  payment: { provider: 'simulator' },
  maxPrice: defaultFilters.maxPrice,
  queriesCatalogue: false,
  imageOrigins: [],
  contact: undefined,
  social: [],
};

/** Returns the settings that a shop's runtime configuration has. */
export const configurationOf = ({
  payment,
  catalogue,
  imageOrigins,
  contact,
  apiBaseUrl,
  social = apiBaseUrl === undefined ? exampleLinks : [],
}: Partial<
  Pick<
    RuntimeConfig,
    'payment' | 'catalogue' | 'imageOrigins' | 'contact' | 'apiBaseUrl' | 'social'
  >
>) => ({
  ...{ payment, imageOrigins, contact, social },
  maxPrice: catalogue?.maxPrice,
  queriesCatalogue: catalogue?.query,
});

/** The shop's settings. Written once, by createShopStore. */
export const writtenConfigurationAtom = atom(defaultConfiguration);

/** Maximum number of characters of an address that are logged. */
const SHOWN_CHARACTERS = 200;

/** Creates `knownImage` from the configuration. Logs each refused address once, to the console. */
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
   * Returns the address of a picture if its origin is allowed. Otherwise returns undefined; leave the picture's space
   * empty then. Use it wherever a picture is rendered: addresses come from the API, from storage and from the mock's
   * data.
   */
  readonly knownImage: (address: string) => string | undefined;
}

/**
 * Settings of the shop: payment provider, price limit, how to load the catalogue, and `knownImage`, which checks the
 * origin of pictures.
 */
export const configurationAtom: Atom<WholeConfiguration> = sharedValue(
  'configurationAtom',
  ['configuration'],
  atom((get) => {
    const configuration = get(writtenConfigurationAtom);
    return { ...configuration, knownImage: createKnownImage(configuration.imageOrigins) };
  }),
);
