import { describeError } from '@patchwork/api';
import type { QueryClient, QueryKey } from '@tanstack/query-core';
import { toast } from 'react-toastify';
import { type Change, type ChangeQueue, openQueue, overlay } from './change-queue.ts';

/** One shopper's copy of one list, and what is under way in it. It ends with the session. */
export interface Ledger<T> {
  readonly client: QueryClient;
  readonly queryKey: QueryKey;
  readonly idOf: (item: T) => string;
  readonly words: { readonly added: string; readonly removed: string };
  readonly queues: Map<string, ChangeQueue<T>>;
}

/** The list as the shopper sees it; undefined until it is loaded or changed. */
export const shownItems = <T>({ client, queryKey }: Ledger<T>): readonly T[] | undefined =>
  client.getQueryData<readonly T[]>(queryKey);

/** A list that the server has just sent, with the changes that it may not have known of. */
export const withChanges = <T>({ queues, idOf }: Ledger<T>, loaded: readonly T[]): readonly T[] =>
  [...queues.values()].reduce((list, queue) => overlay(list, queue, idOf), loaded);

const show = <T>({ client, queryKey, idOf }: Ledger<T>, queue: ChangeQueue<T>) =>
  client.setQueryData<readonly T[]>(queryKey, (list = []) => overlay(list, queue, idOf));

/**
 * Shows a change at once and sends it after the earlier ones of its product. Of the answer only
 * that product is taken over: answers of different products may overtake each other, and a late
 * one must not bring back what another removed. A failure is undone and said in a toast. Once
 * `isOver`, nothing more is sent, shown or said.
 */
export const submitChange = async <T>(
  ledger: Ledger<T>,
  change: Change<T>,
  isOver: () => boolean,
): Promise<void> => {
  const { queues, idOf } = ledger;
  const queue =
    queues.get(change.productId) ?? openQueue(shownItems(ledger), change.productId, idOf);
  queues.set(change.productId, queue);
  queue.waiting = [...queue.waiting, change];
  show(ledger, queue);
  queue.turn = queue.turn.then(async () => {
    if (isOver()) return;
    const settle = await sendChange(ledger, queue, change);
    if (isOver()) return;
    settle();
    queue.waiting = queue.waiting.slice(1);
    show(ledger, queue);
    if (queue.waiting.length === 0) closeQueue(ledger, queue);
  });
  await queue.turn;
};

/** What is left to do with the answer, unless the session has ended meanwhile. */
const sendChange = async <T>(
  { idOf, words }: Ledger<T>,
  queue: ChangeQueue<T>,
  { apply, send, productId }: Change<T>,
): Promise<() => void> => {
  const before = queue.held;
  const after = apply(before);
  if (after === before) return () => {};
  const answer = await send(before);
  if (!answer.ok) return () => toast.error(describeError(answer.error));
  return () => {
    queue.held = answer.value.find((item) => idOf(item) === productId);
    if (before === undefined) toast.success(words.added);
    else if (after === undefined) toast.success(words.removed);
  };
};

const closeQueue = <T>({ client, queryKey, queues }: Ledger<T>, queue: ChangeQueue<T>) => {
  queues.delete(queue.productId);
  // A load still under way may have been answered before this change was made: ask again.
  const isLoading = client.isFetching({ queryKey, exact: true }) > 0;
  if (isLoading || queue.guessed) void client.invalidateQueries({ queryKey, exact: true });
};
