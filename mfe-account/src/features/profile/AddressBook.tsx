import type { AddressFields } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useState } from 'react';
import styles from './AddressBook.module.css';
import { AddressForm } from './AddressForm.tsx';
import { AddressList } from './AddressList.tsx';
import { useAddresses } from './useAddresses.ts';
import { useAddressFocus } from './useAddressFocus.ts';

/** A shopper's addresses. After each change the focus goes to the Edit button of the address. */
export function AddressBook() {
  const addresses = useAddresses();
  const focus = useAddressFocus();
  const [adding, setAdding] = useState(false);

  /** The form's own id, so that an address which is sent again after a failure is added once. */
  const [id, setId] = useState('');

  function openForm() {
    setId(crypto.randomUUID());
    setAdding(true);
  }

  async function saveNew(fields: AddressFields) {
    focus.announce('Saving the address…');
    const added = await addresses.add({ id, ...fields });
    if (added.ok) focus.change(() => setAdding(false), 'Address added.', id);
    else focus.announce('');
    return added;
  }

  return (
    <div ref={focus.root} className={styles.book}>
      {adding ? (
        <AddressForm
          heading="New address"
          onSave={saveNew}
          onCancel={() => focus.change(() => setAdding(false), '')}
        />
      ) : (
        <div>
          <Button ref={focus.addButton} onClick={openForm}>
            Add New Address
          </Button>
        </div>
      )}
      <AddressList addresses={addresses} focus={focus} />
      <p role="status" className="visually-hidden">
        {focus.news}
      </p>
    </div>
  );
}
