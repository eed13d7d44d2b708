import { productSchema } from '@patchwork/domain';
import * as v from 'valibot';
import type { Change } from './list-definition.ts';
import type { Queue } from './queue.ts';

const notes = {
  initiator: v.exactOptional(v.string()),
};

const changeSchema: v.GenericSchema<unknown, Change> = v.variant('type', [
  v.object({ type: v.literal('add'), product: productSchema, ...notes }),
  v.object({
    type: v.picklist(['remove', 'increment', 'decrement']),
    productId: v.string(),
    ...notes,
  }),
]);

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** A queue as the browser stores it. Raise the version in synced-list.ts when its shape changes. */
export const queueSchema = <T>(
  item: v.GenericSchema<unknown, T>,
): v.GenericSchema<unknown, Queue<T>> =>
  v.object({
    confirmed: v.array(item),
    isLoaded: v.boolean(),
    pending: v.array(
      v.object({
        productId: v.string(),
        sent: v.nullable(changeSchema),
        waiting: v.array(changeSchema),
      }),
    ),
    revision: count,
    confirmedAt: v.record(v.string(), count),
    reloadedAt: count,
  });
