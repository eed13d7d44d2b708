import { productSchema } from '@patchwork/domain';
import * as v from 'valibot';
import type { Change } from './list-definition.ts';
import type { PendingProduct, Queue } from './queue.ts';

const initiator = v.optional(v.string());

const count = v.pipe(v.number(), v.integer(), v.minValue(0));
const positive = v.pipe(v.number(), v.integer(), v.minValue(1));

const changeSchema: v.GenericSchema<unknown, Change> = v.variant('type', [
  v.object({ type: v.literal('add'), productId: v.string(), product: productSchema, initiator }),
  v.object({
    type: v.picklist(['remove', 'increment', 'decrement']),
    productId: v.string(),
    initiator,
  }),
  v.object({ type: v.literal('set'), productId: v.string(), quantity: positive, initiator }),
]);

const storedQueue = v.object({
  confirmed: v.array(v.unknown()),
  isLoaded: v.boolean(),
  pending: v.array(
    v.object({ productId: v.string(), sent: v.unknown(), waiting: v.array(v.unknown()) }),
  ),
  revision: count,
  confirmedAt: v.record(v.string(), count),
  reloadedAt: count,
  order: v.exactOptional(v.string()),
});

/**
 * A queue as the browser stores it. An item or change that can't be read is left out, and the list counts as
 * not loaded, so that the server's items are requested. Raise the version in synced-list.ts when its shape
 * changes.
 */
export const queueSchema = <T>(
  item: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, Queue<T>> =>
  v.pipe(
    storedQueue,
    v.transform((stored): Queue<T> => {
      let unreadable = 0;
      const readable = <E>(schema: v.GenericSchema<unknown, E>, entries: readonly unknown[]) =>
        entries.flatMap((entry): E[] => {
          const read = v.safeParse(schema, entry);
          if (!read.success) unreadable += 1;
          return read.success ? [read.output] : [];
        });
      const confirmed = readable(item, stored.confirmed);
      const pending = stored.pending.map(({ productId, sent, waiting }): PendingProduct => {
        const [readableSent = null] = sent === null ? [] : readable(changeSchema, [sent]);
        return { productId, sent: readableSent, waiting: readable(changeSchema, waiting) };
      });
      if (unreadable > 0) {
        console.error(
          `${unreadable} stored items or changes could not be read. They are left out.`,
        );
      }
      return {
        ...stored,
        confirmed,
        isLoaded: stored.isLoaded && unreadable === 0,
        pending: pending.filter(({ sent, waiting }) => sent || waiting.length > 0),
      };
    }),
  );
