import { eq } from 'drizzle-orm';
import { MAX_NUMBER } from '../catalogue-file/catalogue-record.ts';
import { lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { products } from '../database/schema.ts';
import { CommandError } from './command-error.ts';

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
