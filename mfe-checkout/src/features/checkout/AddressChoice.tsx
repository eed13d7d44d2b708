import { addressesAtom, Link, pathToAtom } from '@patchwork/shop';
import type { Address, Serviceability } from '@patchwork/shop/domain';
import {
  Button,
  buttonLook,
  EmptyState,
  FormError,
  isFocusLost,
  ListStatus,
} from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { Fragment, type ReactNode, type RefObject, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { AddressLines } from '../../order/AddressLines.tsx';
import { Slot } from '../../slots.ts';
import { selectAddressAtom } from '../../state/selected-address.ts';
import * as t from '../../texts/checkout.ts';
import styles from './Checkout.module.css';

/** Says that the shop doesn't deliver to a PIN code, and what to do. */
export const notServed = (pin: string): string => t.notServed({ pin });

interface AddressChoiceProps {
  ref: RefObject<HTMLDivElement | null>;
  /** Id of the form that places the order. */
  formId: string;
  selected: Address | null;
  /** What the shop says about the selected address's PIN code, once it is known. */
  delivery: Serviceability | null;
  /** Whether the order is being placed or its payment is open. The address is then fixed. */
  isLocked: boolean;
  /** Choice of the payment; absent if there is only one. */
  children: ReactNode;
}

/** Radio button for each address, without a default choice, and the form for a new address. */
export function AddressChoice({
  ref,
  formId,
  selected,
  delivery,
  isLocked,
  children,
}: AddressChoiceProps) {
  const addressBook = `${useAtomValue(pathToAtom)('profile')}?tab=ADDRESSES`;
  const load = useAtomValue(addressesAtom);
  const select = useSetAtom(selectAddressAtom);
  const [isAdding, setIsAdding] = useState(false);
  const { items: addresses } = load;
  const isServed = delivery?.isDeliverable !== false;
  const hasTable = !isServed || (delivery && delivery.days !== null);
  const isNone = load.data?.length === 0 && !load.isError;
  // Stays open when addresses arrive or fail to reload, because the shopper may have typed into it.
  if (isNone && !isAdding) setIsAdding(true);

  /** Id of the address that was just saved, until its radio button has been rendered and focused. */
  const saved = useRef<string>(null);

  function takeFocus(input: HTMLInputElement | null): void {
    if (!input || input.value !== saved.current) return;
    saved.current = null;
    if (isFocusLost()) input.focus();
  }

  function save(addressId: string): void {
    saved.current = addressId;
    setIsAdding(false);
    select(addressId);
  }

  function cancel(): void {
    flushSync(() => setIsAdding(false));
    if (isFocusLost()) ref.current?.querySelector('button')?.focus();
  }

  return (
    <div ref={ref} className={styles.choice}>
      <ListStatus list="addresses" load={load} />
      {addresses.length > 0 && (
        <fieldset disabled={isLocked}>
          <legend className="visually-hidden">{t.deliveryAddress}</legend>
          <div className={styles.cards}>
            {addresses.map((address) => (
              <Fragment key={address.id}>
                <label className={styles.card}>
                  <input
                    // A new ref function for each render: the radio button may be rendered before the form is removed.
                    ref={(input) => takeFocus(input)}
                    type="radio"
                    name="address"
                    form={formId}
                    required
                    value={address.id}
                    checked={address.id === selected?.id}
                    onChange={() => select(address.id)}
                  />
                  <AddressLines address={address} />
                </label>
                {address.id === selected?.id && !isServed && (
                  <FormError message={notServed(address.pinCode)} />
                )}
              </Fragment>
            ))}
          </div>
        </fieldset>
      )}
      {isNone && (
        <EmptyState title={t.noAddresses}>
          <p>{t.noAddressesNote}</p>
        </EmptyState>
      )}
      {isAdding && (
        <div className={styles.newAddress} inert={isLocked}>
          <Slot
            name="checkout-address"
            props={{
              takesFocus: addresses.length > 0,
              onSaved: save,
              onCancel: addresses.length > 0 ? cancel : null,
            }}
          >
            <Link to={addressBook} {...buttonLook('quiet')}>
              {t.addAddress}
            </Link>
          </Slot>
        </div>
      )}
      {addresses.length > 0 && !isAdding && (
        <div className={styles.ways}>
          <Button
            variant="quiet"
            size="small"
            disabled={isLocked}
            onClick={() => setIsAdding(true)}
          >
            {t.addNew}
          </Button>
          <Link to={addressBook}>{t.changeAddress}</Link>
        </div>
      )}
      {children}
      <dl className={styles.facts}>
        <dt>{t.delivery}</dt>
        <dd>{hasTable ? t.atNoCharge : t.atNoChargeAnywhere}</dd>
        {!children && (
          <>
            <dt>{t.payment}</dt>
            <dd>{t.razorpayNote}</dd>
          </>
        )}
        <dt>{t.returns}</dt>
        <dd>{t.returnsNote}</dd>
      </dl>
    </div>
  );
}
