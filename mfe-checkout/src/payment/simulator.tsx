import { createRoot } from 'react-dom/client';
import { charge, findPayment } from './bank.ts';
import type { PaymentOutcome, PaymentProvider, PaymentRequest } from './provider.ts';
import { SimulatorDialog } from './SimulatorDialog.tsx';

/** Shows the dialog in a place of its own, and clears it away when the payment has ended. */
function openDialog(
  request: PaymentRequest,
  signal: AbortSignal | undefined,
): Promise<PaymentOutcome> {
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  const ended = new Promise<PaymentOutcome>((resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason));
    root.render(
      <SimulatorDialog
        request={request}
        charge={() => charge(request.key)}
        onOutcome={(outcome) => resolve(outcome)}
      />,
    );
  });
  return ended.finally(() => {
    root.unmount();
    place.remove();
  });
}

/** Pretends: a dialog lets the shopper choose how the payment ends. Nothing is ever charged. */
export const createSimulator = (): PaymentProvider => ({
  async pay(request, signal) {
    signal?.throwIfAborted();
    const paid = findPayment(request.key);
    if (paid !== undefined) return { kind: 'paid', reference: paid };
    return openDialog(request, signal);
  },

  async trace(key) {
    const reference = findPayment(key);
    return reference === undefined ? { kind: 'unpaid' } : { kind: 'paid', reference };
  },
});
