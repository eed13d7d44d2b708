import { toast } from '@patchwork/shop';
import type { AddressFields } from '@patchwork/shop/domain';
import { ListStatus, useStrayPresses } from '@patchwork/shop/ui';
import { useState } from 'react';
import { AddressCard } from './AddressCard.tsx';
import styles from './AddressList.module.css';
import type { useAddresses } from './useAddresses.ts';
import type { useAddressFocus } from './useAddressFocus.ts';

interface AddressListProps {
  addresses: ReturnType<typeof useAddresses>;
  focus: Pick<ReturnType<typeof useAddressFocus>, 'announce' | 'change' | 'editButton'>;
}

export function AddressList({ addresses, focus }: AddressListProps) {
  const { load, shown, isEditing, open, close, save, remove } = addresses;
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const stopStrayPress = useStrayPresses(shown.map(({ id }) => id));

  async function saveEdited(id: string, fields: AddressFields) {
    focus.announce('Saving the address…');
    const saved = await save({ id, ...fields });
    if (saved.ok) focus.change(() => close(id), 'Address saved.', id);
    else focus.announce('');
    return saved;
  }

  async function deleteAt(index: number): Promise<void> {
    const address = shown[index];
    if (!address || deleting.includes(address.id)) return;
    const next = [...shown.slice(index + 1), ...shown.slice(0, index).reverse()];
    const neighbour = next.find(({ id }) => !isEditing(id));
    const pressed = document.activeElement;
    setDeleting((before) => [...before, address.id]);
    focus.announce('Deleting the address…');
    const deleted = await remove(address.id);
    setDeleting((before) => before.filter((id) => id !== address.id));
    if (deleted.ok) focus.change(() => {}, 'Address deleted.', neighbour?.id, pressed);
    else {
      focus.announce('');
      toast.error(deleted.error);
    }
  }

  if (shown.length === 0) {
    if (load.isError || !load.data) return <ListStatus list="addresses" load={load} />;
    return <p>You have no addresses yet.</p>;
  }
  return (
    <>
      <ListStatus list="addresses" load={load} />
      <ul className={styles.cards}>
        {shown.map((address, index) => (
          <AddressCard
            key={address.id}
            address={address}
            editing={isEditing(address.id)}
            deleting={deleting.includes(address.id)}
            editRef={focus.editButton(address.id)}
            onEdit={() => deleting.includes(address.id) || open(address)}
            onSave={(fields) => saveEdited(address.id, fields)}
            onCancel={() => focus.change(() => close(address.id), '', address.id)}
            onDelete={() => void deleteAt(index)}
            onClickCapture={stopStrayPress(address.id)}
          />
        ))}
      </ul>
    </>
  );
}
