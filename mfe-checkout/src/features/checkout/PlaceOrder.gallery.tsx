import { PlaceOrder } from './PlaceOrder.tsx';

export const Ready = () => (
  <PlaceOrder progress={{ status: 'waiting' }} onSettleFirst={undefined} />
);

export const CheckingThePrices = () => (
  <PlaceOrder progress={{ status: 'checking' }} onSettleFirst={undefined} />
);

export const Paying = () => (
  <PlaceOrder progress={{ status: 'paying' }} onSettleFirst={undefined} />
);

export const AnotherPaymentIsOpen = () => (
  <PlaceOrder progress={{ status: 'waiting' }} onSettleFirst={() => {}} />
);
