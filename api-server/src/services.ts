import type { Logger } from 'pino';
import type { Passwords } from './auth/passwords.ts';
import type { Tokens } from './auth/tokens.ts';
import type { Database } from './database/database.ts';
import type { Settings } from './settings.ts';

/** What the handlers work with. */
export interface Services {
  readonly db: Database;
  readonly passwords: Passwords;
  readonly tokens: Tokens;
  readonly attempts: Settings['attempts'];
  readonly log: Logger;
}
