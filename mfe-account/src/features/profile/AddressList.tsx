import type { AddressFields } from '@patchwork/domain';
import { type MouseEvent, useRef } from 'react';
import { AddressCard } from './AddressCard.tsx';
import styles from './AddressList.module.css';
import type { useAddresses } from './useAddresses.ts';
import type { useAddressFocus } from './useAddressFocus.ts';

/** In ms: a pointer that presses twice means one card, not the next one that moved under it. */
const DOUBLE_CLICK_MS = 500;

interface AddressListProps {
  addresses: ReturnType<typeof useAddresses>;
  focus: Pick<ReturnType<typeof useAddressFocus>, 'change' | 'editButton'>;
}

/** A card for each address. */
export function AddressList({ addresses, focus }: AddressListProps) {
  const { shown, isEditing, open, close, save, remove } = addresses;
  const deletedAt = useRef(Number.NEGATIVE_INFINITY);

  function saveEdited(id: string, fields: AddressFields) {
    const saved = save(id, fields);
    if (saved.ok) focus.change(() => close(id), 'Address saved.', id);
    return saved;
  }

  function deleteAt(index: number, { detail, timeStamp }: MouseEvent): void {
    const address = shown[index];
    // The detail of a press by keyboard is 0: the focus has moved away, so it was meant.
    const isRepeated = detail > 0 && timeStamp - deletedAt.current < DOUBLE_CLICK_MS;
    if (!address || isRepeated) return;
    deletedAt.current = timeStamp;
    const next = [...shown.slice(index + 1), ...shown.slice(0, index).reverse()];
    const neighbour = next.find(({ id }) => !isEditing(id));
    focus.change(() => remove(address.id), 'Address deleted.', neighbour?.id);
  }

  if (shown.length === 0) return <p>You have no addresses yet.</p>;
  return (
    <ul className={styles.cards}>
      {shown.map((address, index) => (
        <AddressCard
          key={address.id}
          address={address}
          editing={isEditing(address.id)}
          editRef={focus.editButton(address.id)}
          onEdit={() => open(address)}
          onSave={(fields) => saveEdited(address.id, fields)}
          onCancel={() => focus.change(() => close(address.id), '', address.id)}
          onDelete={(event) => deleteAt(index, event)}
        />
      ))}
    </ul>
  );
}
