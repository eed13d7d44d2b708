import { atom } from 'jotai';

/** How a payment is made: a simulation, or Razorpay's own checkout with a public key. */
export type PaymentConfig =
  | { readonly provider: 'simulator' }
  | { readonly provider: 'razorpay'; readonly key: string; readonly scriptUrl: string };

/** How this shop is paid. Written once, by createShopStore. */
export const paymentConfigAtom = atom<PaymentConfig>({ provider: 'simulator' });
