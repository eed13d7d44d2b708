import { addressesAtom, changeAddressesAtom, sessionAtom, toast } from '@patchwork/shop';
import type { Address, AddressFields } from '@patchwork/shop/domain';
import { Button, isFocusLost, ListStatus, useStrayPresses } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import styles from './AddressBook.module.css';
import { AddressCard, DeletedCard } from './AddressCard.tsx';
import { AddressForm } from './AddressForm.tsx';

/** The address that was deleted last on this page, and its place in the list, which offers to bring it back. */
interface DeletedAddress {
  readonly address: Address;
  readonly at: number;
}

/**
 * Returns the addresses, and which of them have an open form. An address that another tab or device deletes while its
 * form is open here stays until the form is saved or cancelled, so that no typed text is lost.
 */
function useAddresses() {
  const load = useAtomValue(addressesAtom);
  const change = useSetAtom(changeAddressesAtom);
  const [edited, setEdited] = useState<readonly Address[]>([]);
  const [deleted, setDeleted] = useState<DeletedAddress>();
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
    deleted,
    setDeleted,
  };
}

/** Moves the focus after a form is closed or a card is deleted, and holds the text that screen readers announce. */
function useAddressFocus() {
  const root = useRef<HTMLDivElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const editButtons = useRef(new Map<string, HTMLButtonElement>());
  const [news, setNews] = useState('');
  /** Address whose card is not rendered yet, and the element that has the focus until the card is rendered. */
  const awaited = useRef<{ readonly id: string; readonly focused: Element | undefined | null }>(
    null,
  );

  return {
    root,
    addButton,
    news,
    /** Sets the text that screen readers announce while the API is working; '' after a refusal. */
    announce: setNews,
    editButton: (id: string) => (button: HTMLButtonElement | null) => {
      if (!button) return void editButtons.current.delete(id);
      editButtons.current.set(id, button);
      if (awaited.current?.id !== id) return;
      if (document.activeElement === awaited.current.focused) button.focus();
      awaited.current = null;
    },
    /**
     * Runs `action` and announces `what`. Renders the change synchronously, because the element to focus exists only
     * afterwards. If the focus is lost or still on `pressed`, moves it to the Edit button of the address with the id
     * `focusOn`; without an id, or until that address has a card, to the button 'Add New Address' or the first field of
     * the form that replaces the button.
     */
    change: (action: () => void, what: string, focusOn?: string, pressed?: Element | null) => {
      flushSync(() => {
        action();
        setNews(what);
      });
      const button = editButtons.current.get(focusOn ?? '');
      const focused = button ?? addButton.current ?? root.current?.querySelector('input');
      awaited.current = button || focusOn === undefined ? null : { id: focusOn, focused };
      if (isFocusLost() || document.activeElement === pressed) focused?.focus();
    },
  };
}

interface AddressListProps {
  addresses: ReturnType<typeof useAddresses>;
  focus: Pick<ReturnType<typeof useAddressFocus>, 'announce' | 'change' | 'editButton'>;
}

function AddressList({ addresses, focus }: AddressListProps) {
  const { load, shown, isEditing, open, close, add, save, remove, deleted, setDeleted } = addresses;
  const store = useStore();
  const [deleting, setDeleting] = useState<readonly string[]>([]);
  const stopStrayPress = useStrayPresses([...shown.map(({ id }) => id), 'deleted']);

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
    const removed = await remove(address.id);
    setDeleting((before) => before.filter((id) => id !== address.id));
    if (removed.ok) {
      const offerBack = () => setDeleted({ address, at: index });
      focus.change(offerBack, 'Address deleted.', neighbour?.id, pressed);
    } else {
      focus.announce('');
      // The end of a session has its own toast.
      if (store.get(sessionAtom)) toast.error(removed.error);
    }
  }

  async function bringBack({ address }: DeletedAddress): Promise<void> {
    focus.announce('Bringing the address back…');
    const added = await add(address);
    if (added.ok) focus.change(() => setDeleted(undefined), 'Address is back.', address.id);
    else {
      focus.announce('');
      if (store.get(sessionAtom)) toast.error(added.error);
    }
  }

  const cards = shown.map((address, index) => (
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
  ));
  if (deleted) {
    const card = (
      <DeletedCard
        key="deleted"
        name={deleted.address.name}
        onUndo={() => bringBack(deleted)}
        onClickCapture={stopStrayPress('deleted')}
      />
    );
    cards.splice(deleted.at, 0, card);
  }

  if (shown.length === 0 && (load.isError || !load.data))
    return <ListStatus list="addresses" load={load} />;
  return (
    <>
      <ListStatus list="addresses" load={load} />
      {shown.length === 0 && <p>You have no addresses yet.</p>}
      {cards.length > 0 && <ul className={styles.cards}>{cards}</ul>}
    </>
  );
}

/**
 * A shopper's addresses. After each change the focus moves to the Edit button of the changed address or, after a
 * deletion, of its neighbour.
 */
export function AddressBook() {
  const addresses = useAddresses();
  const focus = useAddressFocus();
  const [adding, setAdding] = useState(false);

  /**
   * Id of the new address. It is created when the form opens, so that sending the form again after a failure doesn't
   * add a second address.
   */
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
