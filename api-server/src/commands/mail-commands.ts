import { type Mail, renderMail } from '@patchwork/api/mail';
import type { Database } from '../database/database.ts';
import {
  hasContent,
  listMails,
  mailStatuses,
  readMail,
  retryFailedMails,
  retryMail,
  statusOf,
} from '../operator/mails.ts';
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

export function addMailCommands({ program, add, run, readSettings }: Program): void {
  const mail = program.command('mail').description('mails to shoppers');
  const who = async (db: Database, name: string) => ({
    actor: await whoIs(db, readSettings()),
    action: `mail ${name}`,
  });

  pageOptions(add(mail, 'list', 'list mails, newest first'))
    .option('--status <status>', mailStatuses.join(', '))
    .action(({ status, ...page }, command) =>
      run(command, async (db) => {
        if (status !== undefined && !mailStatuses.includes(status)) {
          throw new CommandError(`--status must be one of ${mailStatuses.join(', ')}`);
        }
        const query = checkPage<{ limit: number; cursor?: string }>(pageQuery, page, {});
        const data = found(await listMails(db, { ...query, status }));
        const lines = data.mails.map(
          ({ id, status: state, createdAt, kind, recipient, attempts }) =>
            `${id}  ${state.padEnd(7)}  ${minuteOf(createdAt)}  ${kind.padEnd(14)}  ${recipient}, ${counted(attempts, 'attempt')}`,
        );
        return { sentence: listed(lines, 'No mail was found', data.nextCursor), data };
      }),
    );

  add(mail, 'show <id>', 'show a mail, with its text until it is sent').action(
    (id, _options, command) =>
      run(command, async (db) => {
        const row = existingMail(await readMail(db, id, await who(db, 'show')), id);
        const { data: _content, ...fields } = row;
        const { shopUrl } = readSettings();
        const written = hasContent(row)
          ? renderMail(row as unknown as Mail, { shopUrl })
          : undefined;
        const sentence = [
          `${row.kind} to ${row.recipient}, ${statusOf(row)}, ${counted(row.attempts, 'attempt')}`,
          `${minuteOf(row.createdAt)}: was written`,
          ...(row.sentAt ? [`${minuteOf(row.sentAt)}: was sent`] : []),
          ...(row.failedAt ? [`${minuteOf(row.failedAt)}: was given up`] : []),
          ...(written ? ['', `Subject: ${written.subject}`, '', written.text] : []),
        ].join('\n');
        const { subject = null, text = null } = written ?? {};
        return { sentence, data: { mail: { ...fields, status: statusOf(row), subject, text } } };
      }),
  );

  add(mail, 'send [id]', 'retry a mail that has failed or waits for a retry')
    .option('--failed', 'all failed mails', false)
    .action((id, { failed }, command) =>
      run(command, async (db) => {
        if ((id === undefined) !== failed) {
          throw new CommandError('Give either the id of a mail or --failed');
        }
        const actor = await who(db, 'send');
        if (failed) {
          const mails = await retryFailedMails(db, actor);
          const sentence =
            mails === 0 ? 'No mail has failed' : `The server will retry ${counted(mails, 'mail')}`;
          return { sentence, data: { mails } };
        }
        const row = existingMail(await retryMail(db, id, actor), id);
        if (row.sentAt) throw new CommandError(`The mail was sent at ${minuteOf(row.sentAt)}`);
        if (!hasContent(row)) {
          throw new CommandError(
            'The link in the mail has expired: the shopper has to request another',
          );
        }
        return { sentence: `The server will send ${id} within minutes`, data: { mails: 1 } };
      }),
    );
}

function existingMail<T>(mail: T | undefined, id: string): T {
  if (!mail) throw new CommandError(`There is no mail ${id}`);
  return mail;
}
