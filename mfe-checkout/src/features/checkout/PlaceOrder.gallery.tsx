import { PlaceOrder } from './PlaceOrder.tsx';

export const Ready = () => <PlaceOrder state={{ name: 'idle' }} onSettleFirst={undefined} />;

export const CheckingThePrices = () => (
  <PlaceOrder state={{ name: 'checking' }} onSettleFirst={undefined} />
);

export const Paying = () => <PlaceOrder state={{ name: 'paying' }} onSettleFirst={undefined} />;

export const AnotherPaymentIsOpen = () => (
  <PlaceOrder state={{ name: 'idle' }} onSettleFirst={() => {}} />
);
