import type { CheckoutRow } from '../rows/checkout-row.ts';
import { type PaymentProvider, ProviderError } from './provider.ts';

/**
 * Provider of orders that are paid in cash on delivery, in every process. Nothing is paid before, so the shopper's own
 * confirmation makes the order, and only an operator can give money back.
 */
const cashOnDelivery: PaymentProvider = {
  name: 'cod',
  createOrder: async ({ key }) => `cod_${key}`,
  verify: async ({ orderId, paymentId }) => paymentId === orderId,
  findPayment: async () => ({ kind: 'unpaid' }),
  refund: async () => {
    throw new ProviderError('What was paid in cash is paid back by an operator');
  },
};

/** Returns the provider of a checkout: cash on delivery, or the one of this process. */
export const providerOf = (
  provider: PaymentProvider,
  checkout: Pick<CheckoutRow, 'provider'>,
): PaymentProvider => (checkout.provider === cashOnDelivery.name ? cashOnDelivery : provider);
