import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { secrets } from '../database/schema.ts';

/** The secret of this name: made once, by whichever process is first, and kept in the database. */
export async function readSecret(db: Database, name: 'token' | 'simulator'): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.insert(secrets).values({ name, value }).onConflictDoNothing();
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (!stored) throw new Error('The secret could not be stored');
  return stored.value;
}
