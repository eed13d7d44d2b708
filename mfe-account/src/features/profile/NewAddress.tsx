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

/** Form for a new address, shown at checkout, which is a page of another remote. */
export function NewAddress({ takesFocus, onSaved, onCancel }: NewAddressProps) {
  const change = useSetAtom(changeAddressesAtom);
  // Created with the form, so that sending the address again after a failure adds one address.
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
