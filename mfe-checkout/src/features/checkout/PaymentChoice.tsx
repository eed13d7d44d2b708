import {
  type CashTerms,
  cashFault,
  formatRupees,
  type Serviceability,
} from '@patchwork/shop/domain';
import { useId } from 'react';
import * as t from '../../texts/payment.ts';
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
  if (fault === 'cashNotOffered') return t.cashNotAt(delivery);
  if (fault === 'cashOverLimit') return t.cashUpTo({ limit: formatRupees(terms.limit) });
  return terms.fee > 0 ? t.cashFee({ fee: formatRupees(terms.fee) }) : t.cashFree;
}

/** Radio buttons for paying now, which is selected, and in cash on delivery. */
export function PaymentChoice(props: PaymentChoiceProps) {
  const { delivery, price, isCash, isLocked, onChoose } = props;
  const name = useId();
  const ways = [
    { title: t.payNow, what: t.razorpayWindow, isOfCash: false },
    { title: t.cash, what: explainCash(props), isOfCash: true },
  ];
  return (
    <fieldset disabled={isLocked} className={styles.ways}>
      <legend>{t.legend}</legend>
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
