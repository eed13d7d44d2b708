import type { Address } from '@patchwork/domain';
import styles from './AddressLines.module.css';

interface AddressLinesProps {
  address: Address;
}

/** An address as it stands on a parcel. */
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
