import { configurationAtom } from '@patchwork/shop';
import { useAtomValue, useSetAtom } from 'jotai';
import { simulatePaymentAtom } from '../state/payment.ts';
import type { PaymentProvider } from './provider.ts';
import { createRazorpay } from './razorpay.ts';
import { createSimulator } from './simulator.tsx';

/** The provider that the runtime configuration asks for. */
export function useProvider(): PaymentProvider {
  const config = useAtomValue(configurationAtom).payment;
  const simulate = useSetAtom(simulatePaymentAtom);
  return config.provider === 'razorpay'
    ? createRazorpay(config)
    : createSimulator((orderId, outcome) => simulate({ orderId, outcome }));
}
