import type { Address } from '@patchwork/shop/domain';
import * as t from '../texts/order.ts';
import styles from './AddressLines.module.css';

const timeFormat = new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'short' });

/** Formats an ISO timestamp in the shopper's time zone. */
export const formatTime = (instant: string): string => timeFormat.format(new Date(instant));

interface AddressLinesProps {
  address: Address;
}

/** An address, formatted as on a postal label. */
export function AddressLines({ address }: AddressLinesProps) {
  return (
    <address className={styles.address}>
      <strong>{address.name}</strong>
      <span>
        {address.houseNumber}, {address.street}
      </span>
      <span>
        {address.city}, {address.state} {address.pinCode}
      </span>
      <span>{t.mobile({ number: address.mobile })}</span>
    </address>
  );
}
