import type { PaymentConfig } from '@patchwork/state';
import type { PaymentProvider, Simulate } from './provider.ts';
import { createRazorpay } from './razorpay.ts';
import { createSimulator } from './simulator.tsx';

/** The provider that the runtime configuration asks for. */
export const chooseProvider = (config: PaymentConfig, simulate: Simulate): PaymentProvider =>
  config.provider === 'razorpay' ? createRazorpay(config) : createSimulator(simulate);
