import * as v from 'valibot';

/**
 * A kept list in which an unreadable entry hides none of the others. It is left out, and gone with the
 * next write: nothing in this shop could ever read it. Entries of which none is readable are no list.
 */
export const readableList = <T>(
  entry: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, readonly T[]> =>
  v.pipe(
    v.array(v.unknown()),
    v.check((kept) => kept.length === 0 || kept.some((each) => v.is(entry, each))),
    v.transform((kept) =>
      kept.flatMap((each) => {
        const read = v.safeParse(entry, each);
        return read.success ? [read.output] : [];
      }),
    ),
  );
