import { randomBytes } from 'node:crypto';
import { splitName } from '@patchwork/domain';
import { eq } from 'drizzle-orm';
import { isLongEnough, MIN_PASSWORD_LENGTH, type Passwords } from '../auth/passwords.ts';
import { lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { products, sessions, shoppers } from '../database/schema.ts';
import { addShopper, emailKeyOf, isEmail } from '../database/shopper-rows.ts';
import { CommandError, MAX_NUMBER } from './catalogue-file.ts';

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

export interface Stock {
  readonly id: string;
  /** Pieces in the warehouse. */
  readonly stock: number;
  /** Pieces of these that shoppers are just paying for. */
  readonly held: number;
}

const count = (pieces: number): string =>
  `${pieces.toLocaleString('en')} piece${pieces === 1 ? '' : 's'}`;

/**
 * Adds pieces to the stock of a product, or takes them away where the number is negative. Sales that happen
 * meanwhile count. Throws a CommandError where it can't be done.
 */
export async function addStock(db: Database, id: string, pieces: string): Promise<Stock> {
  if (!/^[+-]?\d{1,9}$/.test(pieces)) {
    throw new CommandError(`${pieces} is not a whole number of pieces, such as 5 or -2`);
  }
  return db.transaction(async (tx) => {
    const [row] = await lockProducts(tx, [id]);
    if (!row) throw new CommandError(`There is no product ${id}`);
    const { held } = row;
    const stock = row.stock + Number(pieces);
    if (stock < held) {
      const paying = held === 0 ? '' : `, and shoppers are just paying for ${held}`;
      throw new CommandError(
        `${id} has ${count(row.stock)}${paying}: take away ${row.stock - held} at most`,
      );
    }
    if (stock > MAX_NUMBER) throw new CommandError(`A product has ${count(MAX_NUMBER)} at most`);
    await tx.update(products).set({ stock }).where(eq(products.id, id));
    return { id, stock, held };
  });
}
