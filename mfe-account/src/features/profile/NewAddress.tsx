import { changeAddressesAtom } from '@patchwork/shop';
import type { AddressFields } from '@patchwork/shop/domain';
import { useSetAtom } from 'jotai';
import { useState } from 'react';
import { AddressForm } from './AddressForm.tsx';

interface NewAddressProps {
  readonly takesFocus: boolean;
  readonly onSaved: (addressId: string) => void;
  readonly onCancel: (() => void) | null;
}

/** Adds an address on the page of another remote: at checkout. */
export function NewAddress({ takesFocus, onSaved, onCancel }: NewAddressProps) {
  const change = useSetAtom(changeAddressesAtom);
  // An address that is sent again after a failure is added once.
  const [id] = useState(() => crypto.randomUUID());
  const [news, setNews] = useState('');

  async function save(fields: AddressFields) {
    setNews('Saving the address…');
    const added = await change({ type: 'add', address: { id, ...fields } });
    setNews('');
    if (added.ok) onSaved(id);
    return added;
  }

  return (
    <>
      <AddressForm
        heading="New address"
        takesFocus={takesFocus}
        onSave={save}
        onCancel={onCancel}
      />
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </>
  );
}
