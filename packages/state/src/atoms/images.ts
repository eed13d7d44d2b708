import { imageAddress } from '@patchwork/domain';
import { type Atom, atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** As much of an address as a report shows. */
const SHOWN_CHARACTERS = 200;

/** From where pictures may come besides the shop's own origin. Written once, by createShopStore. */
export const imageOriginsAtom = atom<readonly string[]>([]);

/**
 * Gives the address of a picture if the shop may show it, else undefined: its space then stays empty.
 * Ask it where a picture is rendered: addresses come from the API, from storage and from the mock's
 * data. An address that is refused is reported once, to the console.
 */
export const knownImageAtom: Atom<(address: string) => string | undefined> = sharedValue(
  'knownImageAtom',
  ['configuration'],
  atom((get) => {
    const origins = get(imageOriginsAtom);
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
  }),
);
