import { atom } from 'jotai';
import { sharedValue } from '../shared.ts';

/** How a payment is made: a simulation, or Razorpay's own checkout with a public key. */
export type PaymentConfig =
  | { readonly provider: 'simulator' }
  | { readonly provider: 'razorpay'; readonly key: string; readonly scriptUrl: string };

/** How this shop is paid. Written once, by createShopStore. */
export const paymentConfigAtom = sharedValue(
  'paymentConfigAtom',
  ['configuration'],
  atom<PaymentConfig>({ provider: 'simulator' }),
);
