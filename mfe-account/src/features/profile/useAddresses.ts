import type { Address } from '@patchwork/domain';
import {
  addAddressAtom,
  addressesAtom,
  addressesLoadAtom,
  deleteAddressAtom,
  updateAddressAtom,
} from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';

/**
 * The addresses, and which of them have an open form. An address that another tab or device deletes while it is
 * edited here stays until its form is saved or cancelled, so that nothing typed is lost.
 */
export function useAddresses() {
  const addresses = useAtomValue(addressesAtom);
  const load = useAtomValue(addressesLoadAtom);
  const add = useSetAtom(addAddressAtom);
  const update = useSetAtom(updateAddressAtom);
  const remove = useSetAtom(deleteAddressAtom);
  const [edited, setEdited] = useState<readonly Address[]>([]);
  const isStored = ({ id }: Address) => addresses.some((address) => address.id === id);

  return {
    load,
    shown: [...addresses, ...edited.filter((address) => !isStored(address))],
    isEditing: (id: string) => edited.some((address) => address.id === id),
    open: (address: Address) => setEdited((before) => [...before, address]),
    close: (id: string) => setEdited((before) => before.filter((address) => address.id !== id)),
    add,
    save: update,
    remove,
  };
}
