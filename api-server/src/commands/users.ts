import { randomBytes } from 'node:crypto';
import { splitName } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { isLongEnough, MIN_PASSWORD_LENGTH, type Passwords } from '../auth/passwords.ts';
import type { Database } from '../database/database.ts';
import { addShopper, emailKeyOf, isEmail } from '../database/new-shopper.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { CommandError } from './command-error.ts';

/** 120 random bits: 20 characters. */
const PASSWORD_BYTES = 15;

export const generatePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

function check(email: string, password: string): void {
  if (!isEmail(email)) throw new CommandError(`${email} is not an email`);
  if (!isLongEnough(password)) {
    throw new CommandError(`The password has less than ${MIN_PASSWORD_LENGTH} characters`);
  }
}

/** Adds a shopper who can log in. Throws a CommandError where the email is taken. */
export async function addUser(
  db: Database,
  passwords: Passwords,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  check(email, password);
  const passwordHash = await passwords.hash(password);
  const added = await addShopper(db, {
    email,
    name,
    ...splitName(name),
    profile: {},
    passwordHash,
  });
  if (!added) throw new CommandError(`There is a user with the email ${email} already`);
}

/** Gives a shopper another password, and ends their sessions on every device. */
export async function resetPassword(
  db: Database,
  passwords: Passwords,
  { email, password }: { email: string; password: string },
): Promise<void> {
  check(email, password);
  const passwordHash = await passwords.hash(password);
  await db.transaction(async (tx) => {
    const [shopper] = await tx
      .update(shoppers)
      .set({ passwordHash, updatedAt: new Date() })
      .where(eq(shoppers.emailKey, emailKeyOf(email)))
      .returning({ id: shoppers.id });
    if (!shopper) throw new CommandError(`There is no user with the email ${email}`);
    await tx.delete(sessions).where(eq(sessions.shopperId, shopper.id));
  });
}
