import { listChanges } from '../rows/audit.ts';
import {
  checkPage,
  found,
  listed,
  minuteOf,
  type Program,
  pageOptions,
  pageQuery,
} from './operator.ts';

export function addAuditCommands({ program, add, run }: Program): void {
  const audit = program.command('audit').description('changes by operators');
  pageOptions(add(audit, 'list', 'list changes, newest first'))
    .option(
      '--subject <id>',
      'only changes of this order number, or this id of a product, account or mail',
    )
    .action(({ subject, ...page }, command) =>
      run(command, async (db) => {
        const { limit, cursor } = checkPage<{ limit: number; cursor?: string }>(
          pageQuery,
          page,
          {},
        );
        const data = found(await listChanges(db, { limit, cursor, subject }));
        const lines = data.entries.map(
          ({ at, actor, action, subject, before, after }) =>
            `${minuteOf(at)}  ${actor}  ${action} ${subject}: ${JSON.stringify(before)} → ${JSON.stringify(after)}`,
        );
        return { sentence: listed(lines, 'No change was found', data.nextCursor), data };
      }),
    );
}
