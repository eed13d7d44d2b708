import { storedValueAtom } from '@patchwork/shop';
import { type Address, validateAddress } from '@patchwork/shop/domain';

/**
 * Address that is being sent, for its form after the next login if the session ends meanwhile. The id of a new one is
 * ''. Written only by AddressForm.
 */
export const unsavedAddressAtom = storedValueAtom<Address | null>({
  name: 'unsaved-address',
  scope: 'tab',
  version: 1,
  parse(value) {
    const valid = validateAddress(Object(value));
    return valid.ok ? { id: String(Object(value).id), ...valid.value } : null;
  },
  empty: null,
});
