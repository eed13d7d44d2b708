import { randomBytes } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { emailKeyOf, parseEmail, splitName } from '@patchwork/domain';
import { Command } from 'commander';
import { eq } from 'drizzle-orm';
import {
  createPasswords,
  isLongEnough,
  MIN_PASSWORD_LENGTH,
  type Passwords,
} from '../auth/passwords.ts';
import { type Database, databaseFailure } from '../database/database.ts';
import { openDatabase } from '../database/open.ts';
import { sessions, shoppers } from '../database/schema.ts';
import { deleteLinks } from '../mail/links.ts';
import { seed } from '../rows/seed.ts';
import { addShopper } from '../rows/shopper-rows.ts';
import type { Settings } from '../settings.ts';
import { addAuditCommands } from './audit-commands.ts';
import { dumpDatabase, restoreDatabase } from './dump-database.ts';
import { type ExportResult, exportCatalogue } from './export-catalogue.ts';
import { CommandError, reasonOf } from './files.ts';
import { type ImportResult, importCatalogue, whileNoOtherImports } from './import-catalogue.ts';
import { importSample } from './import-sample.ts';
import { addMailCommands } from './mail-commands.ts';
import { describeFile } from './merchant/file-notes.ts';
import { checkBody, counted, type Report } from './operator.ts';
import { addOrderCommands } from './order-commands.ts';
import { addPinCommands } from './pin-commands.ts';
import { addProductCommands } from './product-commands.ts';
import { addRoleCommand, addShopperCommands } from './shopper-commands.ts';

/** Number of random bytes in a generated password: 120 bits, written as 20 characters. */
const PASSWORD_BYTES = 15;

const generatePassword = (): string => randomBytes(PASSWORD_BYTES).toString('base64url');

/** Returns the email in its one form. Throws a CommandError if the email is invalid or the password too short or long. */
function check(email: string, password: string): string {
  const parsed = parseEmail(email);
  if (parsed === undefined) throw new CommandError(`${email} is not an email`);
  if (!isLongEnough(password)) {
    throw new CommandError(`The password has fewer than ${MIN_PASSWORD_LENGTH} characters`);
  }
  checkBody('login', { email, password });
  return parsed;
}

/** Adds a shopper. Throws a CommandError if the email is invalid or taken, the password too short, or the name too long. */
async function addUser(
  db: Database,
  passwords: Passwords,
  { email, name, password }: { email: string; name: string; password: string },
): Promise<void> {
  const parsed = check(email, password);
  checkBody('signup', { email, name, password });
  const passwordHash = await passwords.hash(password);
  const added = await addShopper(db, {
    email: parsed,
    name,
    ...splitName(name),
    profile: {},
    passwordHash,
  });
  if (!added) throw new CommandError(`A user with the email ${email} already exists`);
}

/** Changes a shopper's password and ends all their sessions. */
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
    await deleteLinks(tx, eq(shoppers.id, shopper.id), 'resetPassword');
  });
}

interface Terminal {
  readonly out: (text: string) => void;
  /** Prints progress on a line that the next call replaces; undefined if the output is not a terminal. */
  readonly progress?: ((text: string) => void) | undefined;
  readonly input: AsyncIterable<string | Uint8Array>;
}

const countedProducts = (count: number): string => counted(count, 'product');

function describeImport(result: ImportResult): string {
  const { file } = result;
  return [describeCounts(result), ...(file ? describeFile(file) : [])].join('\n');
}

function describeCounts(result: ImportResult): string {
  const { added, changed, removed, stocksLeftAlone: left, dryRun } = result;
  const parts = `${added} added, ${changed} changed, ${removed} removed`;
  const done = dryRun
    ? `Dry run, nothing was changed: ${parts}`
    : `Imported ${countedProducts(added + changed)}: ${parts}`;
  if (left === 0) return done;
  return `${done}. The stock of ${countedProducts(left)} differs from the file’s and was not changed: use --set-stock to set it`;
}

const describeExport = ({ exported, leftOut }: ExportResult, file: string): string =>
  [
    `${countedProducts(exported)} written to ${file}`,
    ...(leftOut.length > 0
      ? [`${countedProducts(leftOut.length)} left out by the rules of Google Merchant Center:`]
      : []),
    ...leftOut.map(({ id, broken }) => `  ${id} ${broken}`),
  ].join('\n');

/** Returns the failure of a command whose database did not answer, which may have happened after a change was made. */
const databaseFailed = (error: unknown): CommandError =>
  new CommandError(
    'The database did not answer. Before you run the command again, look whether it has changed anything',
    [reasonOf(error)],
  );

/** Creates the commands of `pnpm api`, which starts the server if no command is given. Settings are read on demand. */
export function createProgram(
  readSettings: () => Settings,
  serve: (settings: Settings) => Promise<void>,
  { out, progress, input }: Terminal,
  open = openDatabase,
): Command {
  const program = new Command('pnpm api')
    .description('Serves the API and manages its catalogue, orders and users.')
    .allowExcessArguments()
    .action((_options, { args: [unknown] }: Command) => {
      if (unknown !== undefined) program.error(`error: unknown command '${unknown}'`);
      return serve(readSettings());
    });

  const run = async (command: Command, work: (db: Database) => Promise<Report>) => {
    const { db, close } = await open(readSettings().database);
    try {
      const { sentence, data, failure } = await work(db);
      out(command.opts().json ? JSON.stringify(data) : sentence);
      if (failure) throw failure;
    } catch (error) {
      throw databaseFailure(error) === undefined ? error : databaseFailed(error);
    } finally {
      await close();
    }
  };
  const add = (parent: Command, usage: string, description: string) =>
    parent.command(usage).description(description).option('--json', 'print JSON');
  const passwords = () => createPasswords(readSettings().hashCost);

  // `pnpm api import` and `export` are short for the two of the group.
  const catalogue = program.command('catalogue').description('the products, as files');
  for (const parent of [program, catalogue]) {
    add(parent, 'import <file>', 'add and change products from a file, also of another shop')
      .option('--dry-run', 'check the file without changing anything', false)
      .option('--replace', 'remove products that are not in the file', false)
      .option('--set-stock', 'also set the stock of existing products', false)
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

    add(
      parent,
      'export <file>',
      'write products to a .csv, .json or (for Google) .xml file',
    ).action((file, _options, command) =>
      run(command, async (db) => {
        const data = await exportCatalogue(db, file, readSettings().shopUrl);
        return { sentence: describeExport(data, file), data };
      }),
    );
  }

  add(
    catalogue,
    'sample',
    'add about sixty sample products in sizes and colours, beside those that are there',
  ).action((_options, command) =>
    run(command, async (db) => {
      const data = await whileNoOtherImports(readSettings().database, () =>
        importSample(db, readSettings().sampleStock),
      );
      const { added, changed } = data;
      const sentence = `Added ${countedProducts(added)} of the sample in sizes and colours, changed ${changed}`;
      return { sentence, data };
    }),
  );

  const countedRows = (count: number): string => counted(count, 'row');
  add(program, 'dump <file>', 'write all data to a file, for another database').action(
    (file, _options, command) =>
      run(command, async (db) => {
        const dumped = await dumpDatabase(db, file);
        const sentence = `${countedRows(dumped)} written to ${file}. It contains secrets and personal data`;
        return { sentence, data: { dumped } };
      }),
  );

  add(program, 'restore <file>', 'fill an empty database with the data of a dump').action(
    (file, _options, command) =>
      run(command, async (db) => {
        const restored = await restoreDatabase(db, file);
        return { sentence: `${countedRows(restored)} restored from ${file}`, data: { restored } };
      }),
  );

  add(program, 'seed', 'fill an empty database with the sample shop').action((_options, command) =>
    run(command, async (db) => {
      const seeded = await seed(db, readSettings().sampleStock);
      return {
        sentence: seeded
          ? 'The sample shop was added'
          : 'Nothing was changed: the shop is not empty',
        data: { seeded },
      };
    }),
  );

  /** Reads the piped password, or else generates one, which is printed only once. */
  const choosePassword = async (isPiped: boolean) =>
    isPiped ? (await text(input)).replace(/\r?\n$/, '') : generatePassword();
  const reportPassword = (sentence: string, email: string, isPiped: boolean, password: string) => ({
    sentence: isPiped ? sentence : `${sentence}. Their password: ${password}`,
    data: { email, ...(!isPiped && { password }) },
  });
  const addWithPassword = (parent: Command, usage: string, description: string) =>
    add(parent, usage, description).option(
      '--password-stdin',
      'read the password from standard input instead of generating one',
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
    'change a user’s password and log them out',
  ).action((email, { passwordStdin }, command) =>
    run(command, async (db) => {
      const password = await choosePassword(passwordStdin);
      await resetPassword(db, passwords(), { email, password });
      const sentence = `${email} has a new password and is logged out everywhere`;
      return reportPassword(sentence, email, passwordStdin, password);
    }),
  );
  const context = { program, add, run, readSettings };
  addRoleCommand(user, context);
  addOrderCommands(context);
  addProductCommands(context);
  addPinCommands(context);
  addShopperCommands(context);
  addMailCommands(context);
  addAuditCommands(context);
  return program;
}
