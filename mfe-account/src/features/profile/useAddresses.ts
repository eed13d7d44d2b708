import { addressesAtom, changeAddressesAtom } from '@patchwork/shop';
import type { Address } from '@patchwork/shop/domain';
import { useAtomValue, useSetAtom } from 'jotai';
import { useState } from 'react';

/**
 * The addresses, and which of them have an open form. An address that another tab or device deletes while it is
 * edited here stays until its form is saved or cancelled, so that nothing typed is lost.
 */
export function useAddresses() {
  const load = useAtomValue(addressesAtom);
  const change = useSetAtom(changeAddressesAtom);
  const [edited, setEdited] = useState<readonly Address[]>([]);
  const isStored = ({ id }: Address) => load.items.some((address) => address.id === id);

  return {
    load,
    shown: [...load.items, ...edited.filter((address) => !isStored(address))],
    isEditing: (id: string) => edited.some((address) => address.id === id),
    open: (address: Address) => setEdited((before) => [...before, address]),
    close: (id: string) => setEdited((before) => before.filter((address) => address.id !== id)),
    add: (address: Address) => change({ type: 'add', address }),
    save: (address: Address) => change({ type: 'update', address }),
    remove: (id: string) => change({ type: 'delete', id }),
  };
}
