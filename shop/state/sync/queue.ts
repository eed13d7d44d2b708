import type { Api, ApiError, CallOptions } from '@patchwork/api';
import { type Product, productSchema, type Result } from '@patchwork/domain';
import * as v from 'valibot';

declare global {
  interface PatchworkStores {
    cart: 'shopper';
    wishlist: 'shopper';
  }
}

/** A shopper's change to one product in a list. Plain data, because it is stored and survives reloads. */
export type Change = {
  readonly productId: string;
  /** See `ShopStoreOptions`. */
  readonly initiator?: string | undefined;
} & (
  | { readonly type: 'add'; readonly product: Product }
  | { readonly type: 'remove' | 'increment' | 'decrement' }
  /** Several increments and decrements, merged into one call. Created only when they are sent. */
  | { readonly type: 'set'; readonly quantity: number }
);

interface JoinedChange {
  readonly change: Change;
  readonly count: number;
}

/** Rules for applying and merging changes to the items of a list. Pure functions. */
export interface ListRules<T> {
  readonly idOf: (item: T) => string;
  /** Returns the item after a change: `item` itself if nothing changes, undefined if the list then lacks the item. */
  readonly apply: (item: T | undefined, change: Change) => T | undefined;
  /** Returns the change to queue for a shopper's action, given the item as shown on the page. */
  readonly normalize: (item: T | undefined, change: Change) => Change;
  /** Adds a change to the waiting ones. */
  readonly merge: (waiting: readonly Change[], change: Change) => readonly Change[];
  /** Returns the call for the oldest waiting changes, and how many of them it covers. */
  readonly join: (item: T | undefined, waiting: readonly [Change, ...Change[]]) => JoinedChange;
  /** Returns the item without the pieces that were bought; undefined if no pieces are left. */
  readonly without: (item: T, bought: T) => T | undefined;
  /** Returns the waiting changes of an item, adapted because the server no longer has the item. */
  readonly restart: (item: T, waiting: readonly Change[]) => readonly Change[];
  /** Whether two states of an item are equal. If so, no change was applied between them. */
  readonly isSame: (one: T | undefined, other: T | undefined) => boolean;
}

type ListResponse<T> = Promise<Result<readonly T[], ApiError>>;

/** Definition of a list: everything in which cart and wishlist differ. */
export interface ListDefinition<T> extends ListRules<T> {
  readonly name: 'wishlist' | 'cart';
  readonly item: v.GenericSchema<unknown, T>;
  readonly toasts: { readonly added: string; readonly several: string; readonly removed: string };
  readonly load: (api: Api, options?: CallOptions) => ListResponse<T>;
  readonly send: (api: Api, change: Change) => ListResponse<T>;
}

/** Changes to one product that the server has neither confirmed nor refused. */
export interface PendingProduct {
  readonly productId: string;
  /** Change that was sent and whose outcome is unknown: the response is still to come, or was lost. */
  readonly sent: Change | null;
  /** Changes that have not been sent, oldest first. */
  readonly waiting: readonly Change[];
}

/** A list on the server, and the shopper's unconfirmed changes to it. */
export interface Queue<T> {
  /** Items that the server has confirmed. */
  readonly confirmed: readonly T[];
  /** Whether the whole list has been loaded. */
  readonly isLoaded: boolean;
  readonly pending: readonly PendingProduct[];
  /** Increases with each 'confirmed', 'refused' and 'reloaded' event, and with each bought line. */
  readonly revision: number;
  /** Revision of the latest response, by product. It tells whether a list was requested before that response. */
  readonly confirmedAt: Readonly<Record<string, number>>;
  /** Revision of the latest 'reloaded' event. */
  readonly reloadedAt: number;
  /**
   * Id of the latest order whose lines were removed from the list. Several tabs report the same order, but its lines
   * are removed once.
   */
  readonly order?: string;
  /** Tabs that changed the queue most recently, the latest one last, each with the number of its latest event. */
  readonly tabs: readonly (readonly [tab: string, number: number])[];
}

export type QueueEvent<T> =
  | { readonly type: 'changed'; readonly change: Change }
  /** The next waiting change of a product is about to be sent. */
  | { readonly type: 'sending'; readonly productId: string }
  /** The server has applied the sent change, and returned the list with `items`. */
  | { readonly type: 'confirmed'; readonly productId: string; readonly items: readonly T[] }
  | { readonly type: 'refused'; readonly productId: string }
  /** The server has created an order of `items`, and removed them from the list. */
  | { readonly type: 'bought'; readonly orderId: string; readonly items: readonly T[] }
  /**
   * Response to a list request. `revision` is the queue's revision when the request was made; changes may have been
   * sent since.
   */
  | { readonly type: 'loaded'; readonly items: readonly T[]; readonly revision: number }
  /**
   * Response to a list request that was made while no change was on its way. It shows which sent changes have arrived.
   */
  | { readonly type: 'reloaded'; readonly items: readonly T[] };

type EventOf<T, K extends QueueEvent<T>['type']> = Extract<QueueEvent<T>, { type: K }>;

export const emptyQueue: Queue<never> = {
  confirmed: [],
  isLoaded: false,
  pending: [],
  revision: 0,
  confirmedAt: {},
  reloadedAt: 0,
  tabs: [],
};

/** Event in a tab. Its number is one higher than that of the tab's previous event. */
export interface NumberedEvent<T> {
  readonly number: number;
  readonly event: QueueEvent<T>;
}

/** Maximum number of tabs in `Queue.tabs`. */
const MAX_TABS = 10;

function withItem<T>(
  { idOf }: ListRules<T>,
  list: readonly T[],
  productId: string,
  item: T | undefined,
): readonly T[] {
  const at = list.findIndex((other) => idOf(other) === productId);
  if (item === undefined) return at === -1 ? list : list.toSpliced(at, 1);
  return at === -1 ? [...list, item] : list.with(at, item);
}

/** Replaces a product's changes. If none are left, removes the product's entry. */
function withPending(
  all: readonly PendingProduct[],
  product: PendingProduct,
): readonly PendingProduct[] {
  const at = all.findIndex(({ productId }) => productId === product.productId);
  if (!product.sent && product.waiting.length === 0) return at === -1 ? all : all.toSpliced(at, 1);
  return at === -1 ? [...all, product] : all.with(at, product);
}

const pendingOf = <T>({ pending }: Queue<T>, productId: string): PendingProduct =>
  pending.find((each) => each.productId === productId) ?? { productId, sent: null, waiting: [] };

const changesOf = ({ sent, waiting }: PendingProduct): readonly Change[] =>
  sent ? [sent, ...waiting] : waiting;

export const confirmedItem = <T>(
  { idOf }: ListRules<T>,
  { confirmed }: Queue<T>,
  productId: string,
): T | undefined => confirmed.find((item) => idOf(item) === productId);

/** Returns the list as shown to the shopper: with all changes applied, confirmed or not. */
export const shownItems = <T>(rules: ListRules<T>, queue: Queue<T>): readonly T[] =>
  queue.pending.reduce((list, each) => {
    const before = confirmedItem(rules, queue, each.productId);
    const item = changesOf(each).reduce<T | undefined>(rules.apply, before);
    return withItem(rules, list, each.productId, item);
  }, queue.confirmed);

export const sentChange = <T>(queue: Queue<T>, productId: string): Change | null =>
  pendingOf(queue, productId).sent;

export const hasSent = <T>({ pending }: Queue<T>): boolean => pending.some(({ sent }) => sent);

/** Returns the ids of the products that have waiting changes and no change on its way. */
export const readyProducts = <T>({ pending }: Queue<T>): readonly string[] =>
  pending.flatMap(({ productId, sent }) => (sent ? [] : productId));

export const countChanges = ({ pending }: Queue<unknown>): number =>
  pending.reduce((count, each) => count + changesOf(each).length, 0);

/** Queues a change, unless it changes nothing. */
function addChange<T>(rules: ListRules<T>, queue: Queue<T>, original: Change): Queue<T> {
  const { productId } = original;
  const shown = shownItems(rules, queue).find((item) => rules.idOf(item) === productId);
  const change = rules.normalize(shown, original);
  if (rules.apply(shown, change) === shown) return queue;
  const product = pendingOf(queue, productId);
  const waiting = rules.merge(product.waiting, change);
  return { ...queue, pending: withPending(queue.pending, { ...product, waiting }) };
}

/** Takes the next call from the waiting changes. Drops changes that have no effect any more. */
function takeNext<T>(
  rules: ListRules<T>,
  item: T | undefined,
  waiting: readonly Change[],
): Pick<PendingProduct, 'sent' | 'waiting'> {
  const [first, ...others] = waiting;
  if (!first) return { sent: null, waiting };
  const { change, count } = rules.join(item, [first, ...others]);
  const rest = waiting.slice(count);
  if (rules.apply(item, change) === item) return takeNext(rules, item, rest);
  return { sent: change, waiting: rest };
}

function markNextSent<T>(rules: ListRules<T>, queue: Queue<T>, productId: string): Queue<T> {
  const { waiting } = pendingOf(queue, productId);
  const next = takeNext(rules, confirmedItem(rules, queue, productId), waiting);
  return { ...queue, pending: withPending(queue.pending, { productId, ...next }) };
}

/** Adopts the server's current state of this product, which takes precedence over lists that were requested earlier. */
function confirmItem<T>(queue: Queue<T>, productId: string, confirmed: readonly T[]): Queue<T> {
  const revision = queue.revision + 1;
  const confirmedAt = { ...queue.confirmedAt, [productId]: revision };
  return { ...queue, confirmed, revision, confirmedAt };
}

const settle = <T>(queue: Queue<T>, productId: string, confirmed: readonly T[]): Queue<T> => ({
  ...confirmItem(queue, productId, confirmed),
  pending: withPending(queue.pending, { ...pendingOf(queue, productId), sent: null }),
});

/**
 * Confirms a change. Takes only this product from the response: responses to changes of different products can arrive
 * out of order, and a late response must not bring back what another change has removed.
 */
function confirm<T>(
  rules: ListRules<T>,
  queue: Queue<T>,
  productId: string,
  items: readonly T[],
): Queue<T> {
  const item = items.find((each) => rules.idOf(each) === productId);
  return settle(queue, productId, withItem(rules, queue.confirmed, productId, item));
}

/** Adapts the waiting changes of items that the server no longer has. */
function withRestarted<T>(rules: ListRules<T>, before: Queue<T>, after: Queue<T>): Queue<T> {
  const pending = after.pending.map((product) => {
    const { productId, sent, waiting } = product;
    const item = confirmedItem(rules, before, productId);
    const isGone = item !== undefined && confirmedItem(rules, after, productId) === undefined;
    return isGone && !sent ? { ...product, waiting: rules.restart(item, waiting) } : product;
  });
  return { ...after, pending };
}

/** Removes the lines of an order from the list, once, even if several tabs report the order. */
function buy<T>(rules: ListRules<T>, queue: Queue<T>, event: EventOf<T, 'bought'>): Queue<T> {
  const { orderId, items } = event;
  if (queue.order === orderId) return queue;
  const after = items.reduce((all, bought) => {
    const productId = rules.idOf(bought);
    const item = confirmedItem(rules, all, productId);
    if (item === undefined) return all;
    const left = rules.without(item, bought);
    return confirmItem(all, productId, withItem(rules, all.confirmed, productId, left));
  }, queue);
  return { ...withRestarted(rules, queue, after), order: orderId };
}

/** Adopts a loaded list, except for products that have a later response or a change on its way. */
function load<T>(rules: ListRules<T>, queue: Queue<T>, event: EventOf<T, 'loaded'>): Queue<T> {
  const { items, revision } = event;
  if (revision < queue.reloadedAt) return queue;
  const newer = new Set([
    ...queue.pending.flatMap(({ productId, sent }) => (sent ? productId : [])),
    ...Object.keys(queue.confirmedAt).filter((id) => (queue.confirmedAt[id] ?? 0) > revision),
  ]);
  const confirmed = [...newer].reduce(
    (list, id) => withItem(rules, list, id, confirmedItem(rules, queue, id)),
    items,
  );
  return withRestarted(rules, queue, { ...queue, confirmed, isLoaded: true });
}

/** Adopts a reloaded list. If an item is unchanged, its sent change did not arrive and is queued again. */
function reload<T>(rules: ListRules<T>, queue: Queue<T>, items: readonly T[]): Queue<T> {
  const revision = queue.revision + 1;
  const next: Queue<T> = {
    ...queue,
    confirmed: items,
    isLoaded: true,
    revision,
    confirmedAt: {},
    reloadedAt: revision,
  };
  const pending = queue.pending.reduce((all, { productId, sent, waiting }) => {
    const before = confirmedItem(rules, queue, productId);
    const isLost = sent && rules.isSame(before, confirmedItem(rules, next, productId));
    return withPending(all, {
      productId,
      sent: null,
      waiting: isLost ? [sent, ...waiting] : waiting,
    });
  }, queue.pending);
  return withRestarted(rules, queue, { ...next, pending });
}

function reduceQueue<T>(rules: ListRules<T>, queue: Queue<T>, event: QueueEvent<T>): Queue<T> {
  switch (event.type) {
    case 'changed':
      return addChange(rules, queue, event.change);
    case 'sending':
      return markNextSent(rules, queue, event.productId);
    case 'confirmed':
      return confirm(rules, queue, event.productId, event.items);
    case 'refused':
      return settle(queue, event.productId, queue.confirmed);
    case 'bought':
      return buy(rules, queue, event);
    case 'loaded':
      return load(rules, queue, event);
    case 'reloaded':
      return reload(rules, queue, event.items);
  }
}

/** Applies, in order, those events of a tab that the queue does not contain. */
export function applyMissing<T>(
  rules: ListRules<T>,
  queue: Queue<T>,
  tab: string,
  events: readonly NumberedEvent<T>[],
): Queue<T> {
  const [, applied = 0] = queue.tabs.find(([id]) => id === tab) ?? [];
  const missing = events.filter(({ number }) => number > applied);
  return missing.reduce((before, { number, event }) => {
    const others = before.tabs.filter(([id]) => id !== tab);
    const tabs = [...others.slice(1 - MAX_TABS), [tab, number] as const];
    return { ...reduceQueue(rules, before, event), tabs };
  }, queue);
}

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
  tabs: v.array(v.tuple([v.string(), count])),
});

/**
 * Returns the schema of a stored queue. Unreadable items and changes are dropped; the list then counts as not loaded,
 * and is requested from the server. Raise the version in synced-list.ts when the queue's shape changes.
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
