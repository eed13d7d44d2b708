import { paymentConfigAtom, simulatePaymentAtom } from '@patchwork/state';
import { useAtomValue, useSetAtom } from 'jotai';
import { chooseProvider } from './choose-provider.ts';
import type { PaymentProvider } from './provider.ts';

/** The provider that this shop is paid through. */
export function useProvider(): PaymentProvider {
  const config = useAtomValue(paymentConfigAtom);
  const simulate = useSetAtom(simulatePaymentAtom);
  return chooseProvider(config, (orderId, outcome) => simulate({ orderId, outcome }));
}
