import { defaultFilters } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** How a shop is set up. Fixed while its page is open. */
export interface Configuration {
  /** How orders are paid: in a simulation, or in Razorpay's own checkout with a public key. */
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

/** A shop whose configuration says nothing. */
export const defaultConfiguration: Configuration = {
  payment: { provider: 'simulator' },
  maxPrice: defaultFilters.maxPrice,
  queriesCatalogue: false,
  imageOrigins: [],
};

/** Written once, by createShopStore. */
export const writtenConfigurationAtom = atom(defaultConfiguration);

/** The shop's payment provider, price limit, kind of catalogue and origins of pictures. */
export const configurationAtom: Atom<Configuration> = sharedValue(
  'configurationAtom',
  ['configuration'],
  atom((get) => get(writtenConfigurationAtom)),
);
