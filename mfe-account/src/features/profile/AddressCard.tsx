import type { Address, AddressFields, Result } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { type MouseEvent, type Ref, useState } from 'react';
import styles from './AddressBook.module.css';
import { AddressForm, Progress } from './AddressForm.tsx';

interface AddressCardProps {
  address: Address;
  editing: boolean;
  deleting: boolean;
  editRef: Ref<HTMLButtonElement>;
  onEdit: () => void;
  onSave: (fields: AddressFields) => Promise<Result<void, string>>;
  onCancel: () => void;
  onDelete: () => void;
  onClickCapture: (event: MouseEvent) => void;
}

export function AddressCard({ address, editing, deleting, editRef, ...actions }: AddressCardProps) {
  const { onEdit, onSave, onCancel, onDelete, onClickCapture } = actions;
  if (editing) {
    return (
      <li className={styles.wide}>
        <AddressForm heading="Edit address" address={address} onSave={onSave} onCancel={onCancel} />
      </li>
    );
  }
  const { name, houseNumber, street, city, state, pinCode, mobile } = address;
  const which = (
    <span className="visually-hidden">
      {' '}
      the address of {name}, {houseNumber}, {street}
    </span>
  );
  return (
    <li className={styles.card} aria-busy={deleting} onClickCapture={onClickCapture}>
      <div className={styles.lines}>
        <h2 className={styles.name}>{name}</h2>
        <p>
          {houseNumber}, {street}
        </p>
        <p>
          {city}, {state} {pinCode}
        </p>
        <p className={styles.mobile}>Mobile: {mobile}</p>
      </div>
      <div className={styles.actions}>
        <Button
          ref={editRef}
          variant="quiet"
          size="small"
          aria-disabled={deleting}
          onClick={onEdit}
        >
          <span>Edit{which}</span>
        </Button>
        <Button variant="danger" size="small" aria-disabled={deleting} onClick={onDelete}>
          <span>Delete{which}</span>
        </Button>
        <Progress text={deleting ? 'Deleting…' : ''} />
      </div>
    </li>
  );
}

interface DeletedCardProps {
  /** Name in the deleted address. */
  name: string;
  onUndo: () => Promise<void>;
  onClickCapture: (event: MouseEvent) => void;
}

/** Takes the place of a deleted address until the page is left or another address is deleted. */
export function DeletedCard({ name, onUndo, onClickCapture }: DeletedCardProps) {
  const [isBusy, setIsBusy] = useState(false);
  async function undo(): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    await onUndo();
    setIsBusy(false);
  }
  return (
    <li className={styles.deleted} onClickCapture={onClickCapture}>
      <p>The address of {name} is deleted.</p>
      <Button variant="quiet" size="small" aria-busy={isBusy} onClick={() => void undo()}>
        Undo
      </Button>
    </li>
  );
}
