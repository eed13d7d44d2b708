import * as v from 'valibot';

/**
 * A stored list in which an unreadable entry does not hide the others. It is left out, and the next
 * write removes it. Entries of which none is readable are no list.
 */
export const readableList = <T>(
  entry: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, readonly T[]> =>
  v.pipe(
    v.array(v.unknown()),
    v.check((entries) => entries.length === 0 || entries.some((each) => v.is(entry, each))),
    v.transform((entries) =>
      entries.flatMap((each) => {
        const read = v.safeParse(entry, each);
        return read.success ? [read.output] : [];
      }),
    ),
  );
