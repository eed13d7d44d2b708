import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import { createPasswords, type Passwords } from '../auth/passwords.ts';
import { createTokens, type Tokens } from '../auth/sessions.ts';
import type { Database, OpenDatabase } from '../database/database.ts';
import { secrets } from '../database/schema.ts';
import type { PaymentProvider } from '../payment/provider.ts';
import { createRazorpay } from '../payment/razorpay.ts';
import { createSimulator, type Simulator } from '../payment/simulator.ts';
import type { Settings } from '../settings.ts';
import { type CatalogueAnswers, createCatalogueAnswers } from './catalogue-answers.ts';

export interface Services {
  readonly db: Database;
  /** Database connection for the health check; `db` by default. */
  readonly health?: Database | undefined;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly catalogue: CatalogueAnswers;
  readonly maxListedProducts: number;
  readonly provider: PaymentProvider;
  /** Payment simulator; undefined with a real provider. */
  readonly simulator: Simulator | undefined;
  readonly attempts: Settings['attempts'];
  readonly guestAccount: boolean;
  /** Whether mails are sent. Otherwise they wait. */
  readonly sendsMails: boolean;
  /** Origin of the shop. */
  readonly shopUrl: string;
  /** Days after delivery during which a return can be requested. */
  readonly returnDays: number;
  /** Days within which an exchange must be sent. */
  readonly exchangeDays: number;
  /** Terms of cash on delivery; undefined if the shop offers none. */
  readonly cashOnDelivery: Settings['cashOnDelivery'];
  readonly log: Logger;
}

export async function createServices(
  opened: Pick<OpenDatabase, 'db' | 'health' | 'writes'>,
  {
    attempts,
    cashOnDelivery,
    exchangeDays,
    guestAccount,
    hashCost,
    maxListedProducts,
    returnDays,
    shopUrl,
    smtp,
    tokenSecrets,
    razorpay,
  }: Settings,
  log: Logger,
): Promise<Services> {
  const { db, health } = opened;
  const passwords = createPasswords(hashCost);
  const [secret = await readSecret(db, 'token'), ...others] = tokenSecrets;
  const tokens = createTokens(secret, ...others);
  const catalogue = createCatalogueAnswers(opened);
  const shop = {
    ...{ attempts, cashOnDelivery, exchangeDays, guestAccount },
    ...{ maxListedProducts, returnDays, shopUrl, sendsMails: smtp !== undefined },
  };
  const services = { db, health, passwords, tokens, catalogue, log, ...shop };
  if (razorpay) return { ...services, provider: createRazorpay(razorpay), simulator: undefined };
  const simulator = createSimulator(db, await readSecret(db, 'simulator'));
  return { ...services, provider: simulator, simulator };
}

/** Returns the secret with this name from the database, where the first process that needs the secret stores it. */
async function readSecret(db: Database, name: 'token' | 'simulator'): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.insert(secrets).values({ name, value }).onConflictDoNothing();
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (!stored) throw new Error('The secret could not be stored');
  return stored.value;
}
