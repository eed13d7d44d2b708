import { type RefObject, useId } from 'react';
import * as t from '../../texts/orders.ts';
import styles from './Orders.module.css';

/** Reasons as the shop's staff read them, in English, with the shopper's texts. */
const reasons = [
  ['Too small', t.tooSmall],
  ['Too large', t.tooLarge],
  ['Not as described', t.notAsDescribed],
  ['Damaged', t.damaged],
  ['Changed my mind', t.changedMyMind],
] as const;

/** Reason for a return or an exchange; none is chosen at first. */
export function ReasonField({ field }: { field: RefObject<HTMLSelectElement | null> }) {
  const id = useId();
  return (
    <p className={styles.reason}>
      <label htmlFor={id}>{t.reason}</label>
      <select ref={field} id={id} defaultValue="">
        <option value="" disabled>
          {t.chooseReason}
        </option>
        {reasons.map(([reason, text]) => (
          <option key={reason} value={reason}>
            {text}
          </option>
        ))}
      </select>
    </p>
  );
}
