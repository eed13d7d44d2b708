import type { PaymentState } from '../../state/payment.ts';
import { PlaceOrder } from './PlaceOrder.tsx';

const placeOrder = (state: PaymentState) => () => (
  <PlaceOrder id="order" state={state} onSubmit={() => {}} />
);

export const Ready = placeOrder({ name: 'idle' });
export const CheckingThePrices = placeOrder({ name: 'checking' });
export const Paying = placeOrder({ name: 'paying' });
export const TryingAgain = placeOrder({ name: 'retrying' });
export const Declined = placeOrder({
  name: 'failed',
  problem: 'The payment was declined: no funds. Nothing was ordered; you can try again.',
});
