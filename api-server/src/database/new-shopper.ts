import { randomUUID } from 'node:crypto';
import type { Database } from './database.ts';
import { shoppers } from './schema.ts';

type Shopper = typeof shoppers.$inferSelect;

/** RFC 5321's longest address. */
const MAX_EMAIL_LENGTH = 254;

/** Whether mail can be sent to a text: there is one '@', and nothing that is no part of an address. */
export const isEmail = (text: string): boolean =>
  text.length <= MAX_EMAIL_LENGTH && /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+$/u.test(text.trim());

/** Emails are compared without case and surrounding spaces. */
export const emailKeyOf = (email: string): string => email.trim().toLowerCase();

/** Adds a shopper; undefined where the email is taken. */
export async function addShopper(
  db: Database,
  values: Omit<typeof shoppers.$inferInsert, 'id' | 'emailKey'>,
): Promise<Shopper | undefined> {
  const email = values.email.trim();
  const [shopper] = await db
    .insert(shoppers)
    .values({ id: randomUUID(), ...values, email, emailKey: emailKeyOf(email) })
    .onConflictDoNothing()
    .returning();
  return shopper;
}
