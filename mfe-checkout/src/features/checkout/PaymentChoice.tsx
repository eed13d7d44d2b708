import {
  type CashTerms,
  cashFault,
  formatRupees,
  type Serviceability,
} from '@patchwork/shop/domain';
import { useId } from 'react';
import styles from './PaymentChoice.module.css';

interface PaymentChoiceProps {
  delivery: Serviceability;
  terms: CashTerms;
  /** Price of the order in whole rupees, without the fee. */
  price: number;
  isCash: boolean;
  /** Whether the order is being placed. The payment is then fixed. */
  isLocked: boolean;
  onChoose: (isCash: boolean) => void;
}

/** Says what cash on delivery means, or why it isn't possible. */
function explainCash({ delivery, terms, price }: PaymentChoiceProps): string {
  const fault = cashFault(delivery, price);
  if (fault === 'cashNotOffered') return `Not possible at ${delivery.pin}.`;
  if (fault === 'cashOverLimit') return `Possible for orders up to ${formatRupees(terms.limit)}.`;
  const fee = terms.fee > 0 ? `${formatRupees(terms.fee)} more, paid` : 'Paid';
  return `${fee} in cash when it arrives.`;
}

/** Radio buttons for paying now, which is selected, and in cash on delivery. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { delivery, price, isCash, isLocked, onChoose } = props;
  const name = useId();
  const ways = [
    { title: 'Pay now', what: 'In Razorpay’s own window.', isOfCash: false },
    { title: 'Cash on delivery', what: explainCash(props), isOfCash: true },
  ];
  return (
    <fieldset disabled={isLocked} className={styles.ways}>
      <legend>Payment</legend>
      {ways.map(({ title, what, isOfCash }) => (
        <label key={title} className={styles.way}>
          <input
            type="radio"
            name={name}
            checked={isCash === isOfCash}
            disabled={isOfCash && cashFault(delivery, price) !== undefined}
            onChange={() => onChoose(isOfCash)}
          />
          <span>
            {title} <small>{what}</small>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
