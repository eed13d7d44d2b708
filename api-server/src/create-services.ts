import type { Logger } from 'pino';
import { createPasswords } from './auth/passwords.ts';
import { readSecret } from './auth/secret.ts';
import { createTokens } from './auth/tokens.ts';
import type { Database } from './database/database.ts';
import { createRazorpay } from './payment/razorpay.ts';
import { createSimulator } from './payment/simulator.ts';
import type { Services } from './services.ts';
import type { Settings } from './settings.ts';

/** What the handlers work with, on an open database. */
export async function createServices(
  db: Database,
  { attempts, hashCost, tokenSecret, razorpay }: Settings,
  log: Logger,
): Promise<Services> {
  const passwords = createPasswords(hashCost);
  const tokens = createTokens(tokenSecret ?? (await readSecret(db, 'token')));
  return { db, passwords, tokens, attempts, log, ...(await choosePayment(db, razorpay)) };
}

async function choosePayment(db: Database, razorpay: Settings['razorpay']) {
  if (razorpay) {
    const provider = createRazorpay(razorpay);
    return { provider, simulator: undefined, paymentKeyId: razorpay.keyId };
  }
  const simulator = createSimulator(db, await readSecret(db, 'simulator'));
  return { provider: simulator, simulator, paymentKeyId: undefined };
}
