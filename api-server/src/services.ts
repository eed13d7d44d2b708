import type { Logger } from 'pino';
import type { Passwords } from './auth/passwords.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Database } from './database/database.ts';
import type { PaymentProvider } from './payment/provider.ts';
import type { Simulator } from './payment/simulator.ts';
import type { Settings } from './settings.ts';

/** What the handlers work with. */
export interface Services {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly provider: PaymentProvider;
  /** The provider's public key, for the page that opens its window. */
  readonly paymentKeyId: string | undefined;
  /** The provider, where it is simulated. */
  readonly simulator: Simulator | undefined;
  readonly attempts: Settings['attempts'];
  readonly log: Logger;
}
