import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import { PriceSummary } from '../cart-lines/PriceSummary.tsx';
import { AddressLines } from './AddressLines.tsx';
import { OrderDetails } from './OrderDetails.tsx';

const lines = [
  { product: aProduct(), quantity: 2 },
  { product: aProduct({ id: 'trousers', title: 'Work Trousers', price: 1899 }), quantity: 1 },
];

export const Order = () => (
  <OrderDetails
    order={{
      id: 'key-1',
      number: 'PW-7K3M-X9Q2',
      events: [],
      returnUntil: null,
      placedAt: '2026-11-21T07:01:00.000Z',
      lines,
      total: 4899,
      address: anAddress,
      paymentReference: 'pay_29QQoUBi66xm2f',
    }}
  />
);

export const Summary = () => (
  <PriceSummary title="Cart Price Details" lines={lines} action="The next step." />
);

export const Address = () => <AddressLines address={anAddress} />;
