import { addressesAtom, Link, pathToAtom } from '@patchwork/shop';
import type { Address } from '@patchwork/shop/domain';
import { buttonLook, EmptyState, ListStatus } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { AddressLines } from '../../order/OrderDetails.tsx';
import { selectAddressAtom } from '../../state/selected-address.ts';
import styles from './Checkout.module.css';

interface AddressChoiceProps {
  selected: Address | null;
  /** Whether the order is being placed: its address can't change then. */
  isLocked: boolean;
}

/** A radio for each address. None is preselected. */
export function AddressChoice({ selected, isLocked }: AddressChoiceProps) {
  const pathTo = useAtomValue(pathToAtom);
  const load = useAtomValue(addressesAtom);
  const { items: addresses } = load;
  const addressBook = `${pathTo('profile')}?tab=ADDRESSES`;
  const select = useSetAtom(selectAddressAtom);
  const isMissing = load.isError || !load.data;
  if (addresses.length === 0 && isMissing) return <ListStatus list="addresses" load={load} />;
  if (addresses.length === 0) {
    return (
      <EmptyState
        title="No addresses yet"
        actions={
          <Link to={addressBook} {...buttonLook()}>
            Add an address
          </Link>
        }
      >
        <p>You have no address that an order could be sent to.</p>
      </EmptyState>
    );
  }
  return (
    <div className={styles.choice}>
      <ListStatus list="addresses" load={load} />
      <fieldset disabled={isLocked}>
        <legend className="visually-hidden">Delivery address</legend>
        <div className={styles.cards}>
          {addresses.map((address) => (
            <label key={address.id} className={styles.card}>
              <input
                type="radio"
                name="address"
                required
                value={address.id}
                checked={address.id === selected?.id}
                onChange={() => select(address.id)}
              />
              <AddressLines address={address} />
            </label>
          ))}
        </div>
      </fieldset>
      <Link to={addressBook}>Add or change an address</Link>
    </div>
  );
}
