import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Database } from '../database/database.ts';
import { secrets } from '../database/schema.ts';

const name = 'token';

/** The secret that signs tokens where none is configured: made once, by whichever process is first. */
export async function readTokenSecret(db: Database): Promise<string> {
  const value = randomBytes(32).toString('base64url');
  await db.insert(secrets).values({ name, value }).onConflictDoNothing();
  const [stored] = await db.select().from(secrets).where(eq(secrets.name, name));
  if (!stored) throw new Error('The secret of the tokens could not be stored');
  return stored.value;
}
