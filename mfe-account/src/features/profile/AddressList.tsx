import type { AddressFields } from '@patchwork/domain';
import { useStrayPresses } from '@patchwork/ui';
import { AddressCard } from './AddressCard.tsx';
import styles from './AddressList.module.css';
import type { useAddresses } from './useAddresses.ts';
import type { useAddressFocus } from './useAddressFocus.ts';

interface AddressListProps {
  addresses: ReturnType<typeof useAddresses>;
  focus: Pick<ReturnType<typeof useAddressFocus>, 'change' | 'editButton'>;
}

export function AddressList({ addresses, focus }: AddressListProps) {
  const { shown, isEditing, open, close, save, remove } = addresses;
  const stopStrayPress = useStrayPresses(shown.map(({ id }) => id));

  function saveEdited(id: string, fields: AddressFields) {
    const saved = save(id, fields);
    if (saved.ok) focus.change(() => close(id), 'Address saved.', id);
    return saved;
  }

  function deleteAt(index: number): void {
    const address = shown[index];
    if (!address) return;
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
          onDelete={() => deleteAt(index)}
          onClickCapture={stopStrayPress(address.id)}
        />
      ))}
    </ul>
  );
}
