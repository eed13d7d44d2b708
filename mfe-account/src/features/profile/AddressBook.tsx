import type { AddressFields } from '@patchwork/domain';
import { addAddressAtom } from '@patchwork/state';
import { Button } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './AddressBook.module.css';
import { AddressCard } from './AddressCard.tsx';
import { AddressForm } from './AddressForm.tsx';
import { useEditing } from './useEditing.ts';

/** A finger or a mouse that presses twice means one card, not the next one that moved under it. */
const doubleClick = 500;

/** A shopper's addresses. After each change the focus goes to the Edit button of what is there now. */
export function AddressBook() {
  const add = useSetAtom(addAddressAtom);
  const { shown, isEditing, open, close, save, remove } = useEditing();
  const [adding, setAdding] = useState(false);
  const [news, setNews] = useState('');
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const editButtons = useRef(new Map<string, HTMLButtonElement>());
  const deletedAt = useRef(Number.NEGATIVE_INFINITY);

  /** Commits the change first: what is to have the focus is not there before. */
  function change(action: () => void, what: string, focusOn: () => string | undefined): void {
    flushSync(() => {
      action();
      setNews(what);
    });
    const id = focusOn();
    const button = id === undefined ? addButton.current : editButtons.current.get(id);
    (button ?? root.current?.querySelector('input'))?.focus();
  }

  function saveNew(fields: AddressFields) {
    const added = add(fields);
    if (added.ok)
      change(
        () => setAdding(false),
        'Address added.',
        () => added.value.id,
      );
    return added;
  }

  function saveEdited(id: string, fields: AddressFields) {
    const saved = save(id, fields);
    if (saved.ok)
      change(
        () => close(id),
        'Address saved.',
        () => id,
      );
    return saved;
  }

  function deleteAt(index: number, time: number): void {
    const address = shown[index];
    if (!address || time - deletedAt.current < doubleClick) return;
    deletedAt.current = time;
    const next = [...shown.slice(index + 1), ...shown.slice(0, index).reverse()];
    change(
      () => remove(address.id),
      'Address deleted.',
      () => next.find(({ id }) => !isEditing(id))?.id,
    );
  }

  return (
    <div ref={root} className={styles.book}>
      {adding ? (
        <AddressForm
          heading="New address"
          onSave={saveNew}
          onCancel={() =>
            change(
              () => setAdding(false),
              '',
              () => undefined,
            )
          }
        />
      ) : (
        <div>
          <Button ref={addButton} onClick={() => setAdding(true)}>
            Add New Address
          </Button>
        </div>
      )}
      {shown.length === 0 && <p>You have no addresses yet.</p>}
      <ul className={styles.cards}>
        {shown.map((address, index) => (
          <AddressCard
            key={address.id}
            address={address}
            editing={isEditing(address.id)}
            editRef={(button) => {
              if (button) editButtons.current.set(address.id, button);
              else editButtons.current.delete(address.id);
            }}
            onEdit={() => open(address)}
            onSave={(fields) => saveEdited(address.id, fields)}
            onCancel={() =>
              change(
                () => close(address.id),
                '',
                () => address.id,
              )
            }
            onDelete={(event) => deleteAt(index, event.timeStamp)}
          />
        ))}
      </ul>
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  );
}
