import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { splitName } from '@patchwork/domain';
import { Command } from 'commander';
import { eq } from 'drizzle-orm';
import {
  createPasswords,
  isLongEnough,
  MIN_PASSWORD_LENGTH,
  type Passwords,
} from '../auth/passwords.ts';
import { lockProducts } from '../checkout/stock.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { products, sessions, shoppers } from '../database/schema.ts';
import { seed } from '../database/seed.ts';
import { addShopper, emailKeyOf, isEmail } from '../database/shopper-rows.ts';
import type { Settings } from '../settings.ts';
import { CommandError, MAX_NUMBER } from './catalogue-file.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { type ImportResult, importCatalogue, whileNoOtherImports } from './import-catalogue.ts';

/** Length of a generated password: 120 random bits, which are 20 characters. */
const PASSWORD_BYTES = 15;

const generatePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

function check(email: string, password: string): void {
  if (!isEmail(email)) throw new CommandError(`${email} is not an email`);
  if (!isLongEnough(password)) {
    throw new CommandError(`The password has less than ${MIN_PASSWORD_LENGTH} characters`);
  }
}

/** Adds a shopper who can log in. Throws a CommandError if the email is taken. */
async function addUser(
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
async function resetPassword(
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

interface Stock {
  readonly id: string;
  /** Pieces in the warehouse. */
  readonly stock: number;
  /** Number of these pieces that shoppers are just paying for. */
  readonly held: number;
}

const count = (pieces: number): string =>
  `${pieces.toLocaleString('en')} piece${pieces === 1 ? '' : 's'}`;

/**
 * Adds pieces to the stock of a product, or takes them away if the number is negative. Sales that happen meanwhile are
 * not lost. Throws a CommandError if it can't be done.
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

interface Terminal {
  readonly out: (text: string) => void;
  /** Shows progress on one line, which the next call replaces; undefined if the output is no terminal. */
  readonly progress?: ((text: string) => void) | undefined;
  readonly input: AsyncIterable<string | Uint8Array>;
}

interface Report {
  readonly sentence: string;
  readonly data: object;
}

const countedProducts = (count: number) =>
  `${count.toLocaleString('en')} product${count === 1 ? '' : 's'}`;

function describeImport(result: ImportResult): string {
  const { added, changed, removed, stocksLeftAlone: left, dryRun } = result;
  const parts = `${added} added, ${changed} changed, ${removed} removed`;
  const done = dryRun
    ? `Nothing was changed. It would be: ${parts}`
    : `Imported ${countedProducts(added + changed)}: ${parts}`;
  if (left === 0) return done;
  return `${done}. The stock of ${countedProducts(left)} differs from the file’s and was left alone: --set-stock sets it`;
}

const describeStock = ({ id, stock, held }: Stock): string =>
  `${id} has a stock of ${stock.toLocaleString('en')} now, ${held.toLocaleString('en')} of them held for shoppers who are just paying`;

/**
 * Creates the commands of `pnpm api`, which serves the API if no command is given. The settings are read only when they
 * are needed.
 */
export function createProgram(
  readSettings: () => Settings,
  serve: (settings: Settings) => Promise<void>,
  { out, progress, input }: Terminal,
  open = openDatabase,
): Command {
  const program = new Command('pnpm api')
    .description('Serves the API, and keeps its catalogue and its users.')
    .action(() => serve(readSettings()));

  const run = async (command: Command, work: (db: Database) => Promise<Report>) => {
    const { db, close } = await open(readSettings().database);
    try {
      const { sentence, data } = await work(db);
      out(command.opts().json ? JSON.stringify(data) : sentence);
    } finally {
      await close();
    }
  };
  const add = (parent: Command, usage: string, description: string) =>
    parent.command(usage).description(description).option('--json', 'print JSON');
  const passwords = () => createPasswords(readSettings().hashCost);

  add(program, 'import <file>', 'add and change products, from a .csv or .json file')
    .option('--dry-run', 'check the file, and change nothing', false)
    .option('--replace', 'remove the products that the file does not have', false)
    .option('--set-stock', 'set the stock of products that are there already', false)
    .action((file, { dryRun, replace, setStock, json }, command) =>
      run(command, async (db) => {
        const onProgress = (step: string, count: number) =>
          json || progress?.(`${countedProducts(count)} ${step}`);
        const options = { dryRun, replace, setStock, onProgress };
        const data = await whileNoOtherImports(readSettings().database, () =>
          importCatalogue(db, file, options),
        );
        progress?.('');
        return { sentence: describeImport(data), data };
      }),
    );

  const stock = program.command('stock').description('the pieces of a product');
  add(stock, 'add <id> <pieces>', 'add pieces to a product’s stock; -2 takes two away').action(
    (id, pieces, _options, command) =>
      run(command, async (db) => {
        const data = await addStock(db, id, pieces);
        return { sentence: describeStock(data), data };
      }),
  );

  add(program, 'export <file>', 'write the catalogue to a .csv or .json file').action(
    (file, _options, command) =>
      run(command, async (db) => {
        const exported = await exportCatalogue(db, file);
        return { sentence: `${countedProducts(exported)} written to ${file}`, data: { exported } };
      }),
  );

  add(program, 'seed', 'fill an empty database with the sample shop').action((_options, command) =>
    run(command, async (db) => {
      const seeded = await seed(db, readSettings().sampleStock);
      return {
        sentence: seeded
          ? 'The sample shop is there'
          : 'Nothing was changed: the shop is not empty',
        data: { seeded },
      };
    }),
  );

  /** Returns the password that was piped in, or a new one, which is printed only this once. */
  const choosePassword = async (isPiped: boolean) =>
    isPiped ? (await text(input)).replace(/\r?\n$/, '') : generatePassword();
  const reportPassword = (sentence: string, email: string, isPiped: boolean, password: string) => ({
    sentence: isPiped ? sentence : `${sentence}. Their password: ${password}`,
    data: { email, ...(!isPiped && { password }) },
  });
  const addWithPassword = (parent: Command, usage: string, description: string) =>
    add(parent, usage, description).option(
      '--password-stdin',
      'read the password from the standard input, instead of making one',
      false,
    );

  const user = program.command('user').description('the users of the shop');
  addWithPassword(user, 'add <email>', 'add a user who can log in')
    .requiredOption('--name <name>', 'first name and last name')
    .action((email, { name, passwordStdin }, command) =>
      run(command, async (db) => {
        const password = await choosePassword(passwordStdin);
        await addUser(db, passwords(), { email, name, password });
        return reportPassword(`${email} can log in`, email, passwordStdin, password);
      }),
    );
  addWithPassword(
    user,
    'reset-password <email>',
    'give a user another password, and log them out',
  ).action((email, { passwordStdin }, command) =>
    run(command, async (db) => {
      const password = await choosePassword(passwordStdin);
      await resetPassword(db, passwords(), { email, password });
      const sentence = `${email} has another password, and is logged out everywhere`;
      return reportPassword(sentence, email, passwordStdin, password);
    }),
  );
  return program;
}
