import styles from './Steps.module.css';

const steps = ['Address', 'Payment', 'Done'] as const;

interface StepsProps {
  current: (typeof steps)[number];
}

/** Progress indicator of a purchase, with the current step. */
export function Steps({ current }: StepsProps) {
  return (
    <ol className={styles.steps} aria-label="Steps of your order">
      {steps.map((step, index) => (
        <li
          key={step}
          data-done={index < steps.indexOf(current)}
          aria-current={step === current ? 'step' : undefined}
        >
          {step}
        </li>
      ))}
    </ol>
  );
}
