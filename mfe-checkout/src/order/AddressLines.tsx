import type { Address } from '@patchwork/shop/domain';
import styles from './AddressLines.module.css';

interface AddressLinesProps {
  address: Address;
}

/** An address in the lines of a postal label. */
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
      <span>Mobile: {address.mobile}</span>
    </address>
  );
}
