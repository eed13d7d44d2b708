import { createRoot } from 'react-dom/client';
import type { PaymentOutcome, PaymentProvider, PaymentRequest, Simulate } from './provider.ts';
import { SimulatorDialog } from './SimulatorDialog.tsx';

/** Renders the dialog into an element of its own, and removes it when the payment has ended. */
function openDialog(
  request: PaymentRequest,
  simulate: Simulate,
  signal: AbortSignal | undefined,
): Promise<PaymentOutcome> {
  const container = document.createElement('div');
  document.body.append(container);
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
export const createSimulator = (simulate: Simulate): PaymentProvider => ({
  async pay(request, signal) {
    signal?.throwIfAborted();
    return openDialog(request, simulate, signal);
  },
});
