import { writeFile } from 'node:fs/promises';
import { refusals } from '@patchwork/api/refusals';
import type { Command } from 'commander';
import { and } from 'drizzle-orm';
import { eraseAccount } from '../account/erase-account.ts';
import { exportAccount } from '../account/export-account.ts';
import { shoppers as accounts } from '../database/schema.ts';
import {
  changeShopper,
  isReferredToBy,
  listShoppers,
  type OperatorShopper,
} from '../operator/shoppers.ts';
import { isThere } from '../rows/shopper-rows.ts';
import { CommandError } from './files.ts';
import {
  checkPage,
  counted,
  found,
  listed,
  minuteOf,
  type Program,
  pageOptions,
  pageQuery,
  whoIs,
} from './operator.ts';

export function addShopperCommands({ program, add, run, readSettings }: Program): void {
  const shoppers = program.command('shoppers').description('the accounts of shoppers');

  pageOptions(
    add(shoppers, 'find <text>', 'list accounts by the beginning of their email or name'),
  ).action((search, page, command) =>
    run(command, async (db) => {
      const query = checkPage<Parameters<typeof listShoppers>[1]>(pageQuery, page, { search });
      const actor = { actor: await whoIs(db, readSettings()), action: 'shoppers find' };
      const data = found(await listShoppers(db, query, actor));
      const lines = data.shoppers.map(
        ({ _id, name, email, createdAt, isEmailConfirmed, isDisabled, orders }) =>
          [
            `${_id}  ${email}, ${name}, since ${minuteOf(createdAt)}`,
            isEmailConfirmed ? 'confirmed' : 'not confirmed',
            ...(isDisabled ? ['disabled'] : []),
            counted(orders, 'order'),
          ].join(', '),
      );
      return { sentence: listed(lines, 'No account was found', data.nextCursor), data };
    }),
  );

  const addChange = (name: 'disable' | 'enable', description: string, result: string) =>
    add(shoppers, `${name} <account>`, description).action((account, _options, command) =>
      run(command, async (db) => {
        const actor = { actor: await whoIs(db, readSettings()), action: `shoppers ${name}` };
        const isDisabled = name === 'disable';
        const shopper = changedShopper(
          await changeShopper(db, account, { isDisabled }, actor),
          account,
        );
        return { sentence: `${shopper.email} ${result}`, data: { shopper } };
      }),
    );
  addChange(
    'disable',
    'block logins to an account, by email or id',
    'can’t log in any more, and is logged out everywhere',
  );
  addChange('enable', 'allow logins to an account again', 'can log in again');

  add(
    shoppers,
    'export <account> <file>',
    'write everything stored about a shopper to a file',
  ).action((account, file, _options, command) =>
    run(command, async (db) => {
      const actor = { actor: await whoIs(db, readSettings()), action: 'shoppers export' };
      const { returnDays } = readSettings();
      const data = existing(
        await exportAccount(db, isReferredToBy(account), returnDays, actor),
        account,
      );
      await writePrivately(file, `${JSON.stringify(data, null, 2)}\n`);
      return {
        sentence: `Everything stored about ${account} was written to ${file}`,
        data: { file },
      };
    }),
  );

  add(shoppers, 'delete <account>', 'delete an account; its orders are kept without personal data')
    .option('--dry-run', 'report what would happen without changing anything', false)
    .action((account, { dryRun: isDryRun }, command) =>
      run(command, async (db) => {
        const actor = { actor: await whoIs(db, readSettings()), action: 'shoppers delete' };
        const [shopper] = await db
          .select({ id: accounts.id })
          .from(accounts)
          .where(and(isReferredToBy(account), isThere));
        const { id } = existing(shopper, account);
        const deleted = await eraseAccount(db, id, { actor, isDryRun });
        if (!deleted.ok) throw new CommandError(deletionFaults[deleted.error]);
        const { orders, payments } = deleted.value;
        const kept = `${counted(orders, 'order')} and ${counted(payments, 'payment')} are kept without personal data`;
        return {
          sentence: isDryRun
            ? `Dry run, nothing was changed: ${account} is deleted; ${kept}`
            : `${account} is deleted; ${kept}`,
          data: { id, orders, payments, dryRun: isDryRun },
        };
      }),
    );
}

// The account exists, so only the guest account is unknown to the deletion.
const deletionFaults = {
  shopperUnknown: refusals.guestStays.text,
  operatorStays: refusals.operatorStays.text,
  checkoutOpen: 'A payment of this account is open: try again once the server has settled it',
  orderUnderWay: 'An order is still in progress: try again once it has arrived, or cancel it first',
  exchangeOpen: 'An exchange is still in progress: complete or decline it first',
  cashDue:
    'An order that was paid in cash has a return or refund open: decide and pay it back first',
} as const;

/** Writes a file that only this user of the machine can read. An existing file is not replaced. */
async function writePrivately(file: string, text: string): Promise<void> {
  try {
    await writeFile(file, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'EEXIST' ? `${file} already exists` : `${file} can’t be written: ${message}`,
    );
  }
}

const unknownAccount = (account: string): string =>
  `There is no user with the email or id ${account}`;

function existing<T>(shopper: T | undefined, account: string): T {
  if (!shopper) throw new CommandError(unknownAccount(account));
  return shopper;
}

function changedShopper(
  changed: Awaited<ReturnType<typeof changeShopper>>,
  account: string,
): OperatorShopper {
  if (changed.ok) return changed.value;
  throw new CommandError(
    changed.error === 'operatorStays' ? refusals.operatorStays.text : unknownAccount(account),
  );
}

/** Adds the command `user role`, the only way to create operators. */
export function addRoleCommand(
  user: Command,
  { add, run, readSettings }: Omit<Program, 'program'>,
) {
  add(user, 'role <email> <role>', 'make a user an operator, or a shopper again').action(
    (email, role, _options, command) =>
      run(command, async (db) => {
        if (role !== 'operator' && role !== 'shopper') {
          throw new CommandError(`${role} is not a role: use operator or shopper`);
        }
        const actor = { actor: await whoIs(db, readSettings()), action: 'user role' };
        const shopper = changedShopper(await changeShopper(db, email, { role }, actor), email);
        const sentence = `${shopper.email} is now ${role === 'operator' ? 'an operator' : 'a shopper'}`;
        return { sentence, data: { email: shopper.email, role } };
      }),
  );
}
