import { formatRupees, type Result } from '@patchwork/shop/domain';
import { Button } from '@patchwork/shop/ui';
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import * as t from '../texts/payment.ts';
import type {
  Paid,
  PaymentOutcome,
  PaymentProvider,
  PaymentRequest,
  Simulate,
} from './provider.ts';
import styles from './simulator.module.css';

const SLOW_PAYMENT_MS = 3000;

interface SimulatorDialogProps {
  request: PaymentRequest;
  ask: (outcome: 'success' | 'decline') => Promise<Result<Paid, string>>;
  /** Called with the outcome, possibly more than once, as a real provider's callback may be. */
  onOutcome: (outcome: PaymentOutcome) => void;
}

function SimulatorDialog({ request, ask, onOutcome }: SimulatorDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const textId = useId();
  const [step, setStep] = useState<'choosing' | 'asking' | 'waiting'>('choosing');

  useLayoutEffect(() => dialog.current?.showModal(), []);

  const pay = async (report: (outcome: PaymentOutcome) => void) => {
    setStep('asking');
    const paid = await ask('success');
    report(paid.ok ? { kind: 'paid', ...paid.value } : { kind: 'unavailable', reason: paid.error });
  };
  const reportTwice = (outcome: PaymentOutcome) => {
    onOutcome(outcome);
    onOutcome(outcome);
  };
  /** Reports the outcome late. The charge is already recorded, so closing the page only loses the outcome. */
  const reportLate = (outcome: PaymentOutcome) => {
    setStep('waiting');
    setTimeout(() => onOutcome(outcome), SLOW_PAYMENT_MS);
  };
  const decline = async () => {
    setStep('asking');
    const refused = await ask('decline');
    if (!refused.ok) onOutcome({ kind: 'declined', reason: refused.error });
  };
  const dismiss = () => onOutcome({ kind: 'dismissed' });

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-labelledby={titleId}
      aria-describedby={textId}
      // Escape closes the dialog without paying. If a payment is in progress, Escape only hides the dialog.
      onClose={() => step === 'choosing' && dismiss()}
    >
      <p className={styles.stamp}>{t.simulation}</p>
      <h2 id={titleId} className={styles.title}>
        {t.simulated}
      </h2>
      <p className={styles.amount}>{formatRupees(request.amount)}</p>
      <p id={textId}>{t.noMoney}</p>
      {step !== 'choosing' ? (
        <p role="status" tabIndex={-1} ref={(status) => status?.focus()} className={styles.waiting}>
          {step === 'asking' ? t.asking : t.thinking}
        </p>
      ) : (
        <div className={styles.outcomes}>
          <Button onClick={() => void pay(onOutcome)}>{t.success}</Button>
          <Button variant="quiet" onClick={() => void pay(reportLate)}>
            {t.successLate({ seconds: SLOW_PAYMENT_MS / 1000 })}
          </Button>
          <Button variant="quiet" onClick={() => void pay(reportTwice)}>
            {t.twice}
          </Button>
          <Button variant="danger" onClick={() => void decline()}>
            {t.decline}
          </Button>
          <Button variant="quiet" onClick={dismiss}>
            {t.close}
          </Button>
        </div>
      )}
    </dialog>
  );
}

/**
 * Simulated payment provider: the shopper chooses the outcome in a dialog. No money moves. The dialog has its own root
 * element, which is removed after the payment.
 */
export const createSimulator = (simulate: Simulate): PaymentProvider => ({
  async pay(request, signal) {
    signal?.throwIfAborted();
    const container = document.body.appendChild(document.createElement('div'));
    const root = createRoot(container);
    const ended = new Promise<PaymentOutcome>((resolve, reject) => {
      signal?.addEventListener('abort', () => {
        container.remove();
        reject(signal.reason);
      });
      root.render(
        <SimulatorDialog
          request={request}
          ask={(outcome) => simulate(request.payment.orderId, outcome)}
          onOutcome={resolve}
        />,
      );
    });
    return ended.finally(() => {
      root.unmount();
      container.remove();
    });
  },
});
