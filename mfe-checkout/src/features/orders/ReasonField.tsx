import { type RefObject, useId } from 'react';
import styles from './Orders.module.css';

const reasons = ['Too small', 'Too large', 'Not as described', 'Damaged', 'Changed my mind'];

/** Reason for a return or an exchange; none is chosen at first. */
export function ReasonField({ field }: { field: RefObject<HTMLSelectElement | null> }) {
  const id = useId();
  return (
    <p className={styles.reason}>
      <label htmlFor={id}>Reason</label>
      <select ref={field} id={id} defaultValue="">
        <option value="" disabled>
          Choose a reason
        </option>
        {reasons.map((reason) => (
          <option key={reason}>{reason}</option>
        ))}
      </select>
    </p>
  );
}
