import { setTimeout as wait } from 'node:timers/promises';
import type { Webhook } from '../../api-server/src/payment/razorpay-double.ts';
import type { Network } from './network.ts';
import type { Random } from './random.ts';

/** Delivers webhooks as a provider does: late, in any order, more than once, and again until accepted. */
export interface Webhooks {
  add: (webhook: Webhook) => void;
  /** Resolves when every webhook was accepted. */
  settled: () => Promise<void>;
}

export function createWebhooks(network: Network, random: Random): Webhooks {
  const deliveries: Promise<void>[] = [];

  async function deliver({ body, headers }: Webhook, delayMs: number): Promise<void> {
    await wait(delayMs);
    const message = { method: 'POST', path: '/api/webhooks/razorpay', body, headers } as const;
    const { status } = await network.sendUntilAnswered(message, random);
    if (status !== 200) throw new Error(`a webhook was answered with ${status}`);
  }

  return {
    add(webhook) {
      const copies = random.chance(30) ? 2 : 1;
      for (let copy = 0; copy < copies; copy += 1) {
        deliveries.push(deliver(webhook, random.between(0, 600)));
      }
    },
    settled: async () => {
      await Promise.all(deliveries);
    },
  };
}
