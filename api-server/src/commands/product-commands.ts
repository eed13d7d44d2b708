import type { WireBodyOf } from '@patchwork/api';
import { formatRupees } from '@patchwork/domain';
import type { Database } from '../database/database.ts';
import { changeProduct, type ProductChange } from '../operator/products.ts';
import { MAX_NUMBER } from '../rows/product-row.ts';
import { CommandError } from './files.ts';
import { checkBody, counted, type Program, whoIs } from './operator.ts';
import { swatchOf } from './swatches.ts';

interface Stock {
  readonly id: string;
  /** Number of pieces in the warehouse, including reserved ones. */
  readonly stock: number;
  /** Number of pieces reserved by open checkouts. */
  readonly held: number;
}

const count = (pieces: number): string => counted(pieces, 'piece');

/** Changes a product and returns its row. Throws a CommandError if the change is refused. */
async function applyToProduct(
  db: Database,
  id: string,
  change: ProductChange,
  who: string,
  command: string,
) {
  const changed = await changeProduct(db, id, change, {
    actor: who,
    action: `products ${command}`,
  });
  if (changed.ok) return changed.value;
  if (changed.error.fault === 'productUnknown') throw new CommandError(`There is no product ${id}`);
  const { fault, product } = changed.error;
  if (fault === 'stockTooHigh') {
    throw new CommandError(`A product can have at most ${count(MAX_NUMBER)}`);
  }
  const { stock, held } = product;
  const paying = held === 0 ? '' : `, ${held} of them reserved by open checkouts`;
  throw new CommandError(`${id} has ${count(stock)}${paying}: remove at most ${stock - held}`);
}

/**
 * Adds pieces to a product's stock, or removes them if the number is negative. Concurrent sales are not lost. Throws a
 * CommandError if the change is impossible.
 */
export async function addStock(
  db: Database,
  id: string,
  pieces: string,
  who: string,
): Promise<Stock> {
  if (!/^[+-]?\d{1,9}$/.test(pieces)) {
    throw new CommandError(`${pieces} is not a whole number of pieces, such as 5 or -2`);
  }
  const change = { addStock: Number(pieces) };
  const { stock, held } = await applyToProduct(db, id, change, who, 'stock');
  return { id, stock, held };
}

/** Reads a price. The result is NaN, which the schema refuses, if the text is not a number or, unlike Number, empty. */
const readPrice = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text));

export function addProductCommands({ program, add, run, readSettings }: Program): void {
  const products = program.command('products').description('the products of the shop');

  add(products, 'stock <id> <pieces>', 'add pieces to a product’s stock; -2 removes two').action(
    (id, pieces, _options, command) =>
      run(command, async (db) => {
        const data = await addStock(db, id, pieces, await whoIs(db, readSettings()));
        const sentence = `${id} now has a stock of ${data.stock.toLocaleString('en')}, ${data.held.toLocaleString('en')} of them reserved by open checkouts`;
        return { sentence, data };
      }),
  );

  add(products, 'price <id> <rupees>', 'change a product’s price')
    .option('--original <rupees>', 'original price, shown struck through')
    .action((id, rupees, { original }, command) =>
      run(command, async (db) => {
        const { change } = checkBody<WireBodyOf<'changeProduct'>>('changeProduct', {
          change: {
            price: readPrice(rupees),
            ...(original !== undefined && { originalPrice: readPrice(original) }),
          },
        });
        const who = await whoIs(db, readSettings());
        const { price, originalPrice } = await applyToProduct(db, id, change, who, 'price');
        const sentence = `${id} now costs ${formatRupees(price)}, with an original price of ${formatRupees(originalPrice)}`;
        return { sentence, data: { id, price, originalPrice } };
      }),
    );

  add(
    products,
    'style <id> [style]',
    'make a product one of a style; without one, it is alone',
  ).action((id, style, _options, command) =>
    run(command, async (db) => {
      const { change } = checkBody<WireBodyOf<'changeProduct'>>('changeProduct', {
        change: { style: style ?? null },
      });
      const who = await whoIs(db, readSettings());
      const changed = await applyToProduct(db, id, change, who, 'style');
      const sentence =
        changed.style === null ? `${id} has no style` : `${id} is of the style ${changed.style}`;
      return { sentence, data: { id, style: changed.style } };
    }),
  );

  add(
    products,
    'colour <id> [name] [swatch]',
    'set a product’s colour, such as Indigo "#2b3766"; without one, it has none',
  ).action((id, name, swatch, _options, command) =>
    run(command, async (db) => {
      const colour = name === undefined ? null : { name, swatch: swatch ?? swatchOf(name) };
      if (colour && colour.swatch === undefined) {
        throw new CommandError(`Which colour ${name} is, is not known: add it, as "#2b3766"`);
      }
      const { change } = checkBody<WireBodyOf<'changeProduct'>>('changeProduct', {
        change: { colour },
      });
      const who = await whoIs(db, readSettings());
      const changed = await applyToProduct(db, id, change, who, 'colour');
      const sentence = changed.colour
        ? `${id} has the colour ${changed.colour.name}, ${changed.colour.swatch}`
        : `${id} has no colour`;
      return { sentence, data: { id, colour: changed.colour } };
    }),
  );

  const addVisibility = (name: 'hide' | 'show', description: string, result: string) =>
    add(products, `${name} <id>`, description).action((id, _options, command) =>
      run(command, async (db) => {
        const who = await whoIs(db, readSettings());
        const { isHidden } = await applyToProduct(db, id, { isHidden: name === 'hide' }, who, name);
        return { sentence: `${id} ${result}`, data: { id, isHidden } };
      }),
    );
  addVisibility('hide', 'hide a product from the shop', 'is hidden, and can’t be bought');
  addVisibility('show', 'show a hidden product again', 'is shown, and can be bought');
}
