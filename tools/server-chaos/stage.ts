import { createTokens } from '../../api-server/src/auth/sessions.ts';
import { bundleForTest } from '../../api-server/src/bundle.ts';
import { openPostgres } from '../../api-server/src/database/postgres.ts';
import { openRazorpayDouble } from '../../api-server/src/payment/razorpay-double.ts';
import { createApiProcess, freePort } from './processes.ts';
import type { Stage } from './run-seed.ts';

const PROCESS_COUNT = 2;

export interface OpenStage extends Stage {
  readonly close: () => Promise<void>;
}

/** Two API processes on one Postgres, and a payment provider. */
export async function openStage(databaseUrl: string): Promise<OpenStage> {
  const tokenSecret = 'a secret of the simulation, long enough';
  const { db, close } = await openPostgres(databaseUrl, 4);
  const bank = await openRazorpayDouble();
  const program = await bundleForTest();
  const env = {
    DATABASE_URL: databaseUrl,
    TOKEN_SECRET: tokenSecret,
    RAZORPAY_KEY_ID: bank.keyId,
    RAZORPAY_KEY_SECRET: bank.keySecret,
    RAZORPAY_WEBHOOK_SECRET: bank.webhookSecret,
    RAZORPAY_API_URL: bank.url,
  };
  const processes = await Promise.all(
    Array.from({ length: PROCESS_COUNT }, async () =>
      createApiProcess(program, await freePort(), env),
    ),
  );
  await Promise.all(processes.map((each) => each.start()));
  return {
    db,
    tokens: createTokens(tokenSecret),
    bank,
    processes,
    close: async () => {
      await Promise.all(processes.map((each) => each.kill()));
      await bank.stop();
      await close();
    },
  };
}
