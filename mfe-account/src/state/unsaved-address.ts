import { storedValueAtom } from '@patchwork/shop';
import { type Address, validateAddress } from '@patchwork/shop/domain';

/**
 * Address that is being sent. If the session ends meanwhile, the address form shows it again after the next login. The
 * id of a new address is ''. Written only by AddressForm.
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
