import { addressesAtom, serverData } from '@patchwork/shop';
import { type Address, ok, type Serviceability } from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';
import { selectedAddressAtom } from './selected-address.ts';

/** Returns an atom of what the shop says about the PIN code of an address; null without an address. */
const deliveryTo = (addressAtom: Atom<Address | null>) =>
  serverData<Serviceability | null>((get) => {
    const pin = get(addressAtom)?.pinCode;
    return {
      key: ['serviceability', pin ?? ''],
      scope: 'shop',
      load: async (api, options) =>
        pin === undefined ? ok(null) : api.checkServiceability({ query: { pin } }, options),
    };
  });

/** Whether and when the shop delivers to the address that is selected for the order. */
export const selectedDeliveryAtom = deliveryTo(selectedAddressAtom);

/** Whether and when the shop delivers to the selected address or, before one is selected, to the shopper's oldest. */
export const likelyDeliveryAtom = deliveryTo(
  atom((get) => get(selectedAddressAtom) ?? get(addressesAtom).items[0] ?? null),
);
