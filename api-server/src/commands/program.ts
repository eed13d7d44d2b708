import { text } from 'node:stream/consumers';
import { Command } from 'commander';
import { createPasswords } from '../auth/passwords.ts';
import type { Database } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { seed } from '../database/seed.ts';
import type { Settings } from '../settings.ts';
import { exportCatalogue } from './export-catalogue.ts';
import { type ImportResult, importCatalogue, whileNoOtherImports } from './import-catalogue.ts';
import {
  addStock,
  addUser,
  generatePassword,
  resetPassword,
  type Stock,
} from './users-and-stock.ts';

/** Input and output of a command. */
export interface Terminal {
  readonly out: (text: string) => void;
  /** A line that the next one replaces; undefined where the output is no screen. */
  readonly progress?: ((text: string) => void) | undefined;
  readonly input: AsyncIterable<string | Uint8Array>;
}

/** Result of a command: a sentence for people, data for programs. */
interface Report {
  readonly sentence: string;
  readonly data: object;
}

const products = (count: number) =>
  `${count.toLocaleString('en')} product${count === 1 ? '' : 's'}`;

function describeImport(result: ImportResult): string {
  const { added, changed, removed, stocksLeftAlone: left, dryRun } = result;
  const parts = `${added} added, ${changed} changed, ${removed} removed`;
  const done = dryRun
    ? `Nothing was changed. It would be: ${parts}`
    : `Imported ${products(added + changed)}: ${parts}`;
  if (left === 0) return done;
  return `${done}. The stock of ${products(left)} differs from the file’s and was left alone: --set-stock sets it`;
}

const describeStock = ({ id, stock, held }: Stock): string =>
  `${id} has a stock of ${stock.toLocaleString('en')} now, ${held.toLocaleString('en')} of them held for shoppers who are just paying`;

/** The commands of `pnpm api`; without one it serves the API. The settings are read when they are needed. */
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
          json || progress?.(`${products(count)} ${step}`);
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
        return { sentence: `${products(exported)} written to ${file}`, data: { exported } };
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

  /** The password that was piped in, or a new one, which is printed this once. */
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
