import { createRoot } from 'react-dom/client';
import type { PaymentOutcome, PaymentProvider, PaymentRequest } from './provider.ts';
import { SimulatorDialog } from './SimulatorDialog.tsx';
import { charge, findCharge } from './simulated-bank.ts';

/** Renders the dialog into an element of its own, and removes it when the payment has ended. */
function openDialog(
  request: PaymentRequest,
  signal: AbortSignal | undefined,
): Promise<PaymentOutcome> {
  const container = document.createElement('div');
  document.body.append(container);
  const root = createRoot(container);
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
    container.remove();
  });
}

/** A simulated provider: the shopper chooses in a dialog how the payment ends. No money moves. */
export const createSimulator = (): PaymentProvider => ({
  async pay(request, signal) {
    signal?.throwIfAborted();
    const paid = findCharge(request.key);
    if (paid !== undefined) return { kind: 'paid', reference: paid };
    return openDialog(request, signal);
  },

  async findStatus(key) {
    const reference = findCharge(key);
    return reference === undefined ? { kind: 'unpaid' } : { kind: 'paid', reference };
  },
});
