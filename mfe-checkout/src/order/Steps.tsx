import * as t from '../texts/order.ts';
import styles from './Steps.module.css';

const steps = ['address', 'payment', 'done'] as const;

const names = { address: t.address, payment: t.payment, done: t.done };

interface StepsProps {
  current: (typeof steps)[number];
}

/** Progress indicator of a purchase, with the current step. */
export function Steps({ current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label={t.steps}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < steps.indexOf(current)}
          aria-current={step === current ? 'step' : undefined}
        >
          {names[step]}
        </li>
      ))}
    </ol>
  );
}
