import { type ApiError, describeError } from '@patchwork/api';
import { productSchema, type Session } from '@patchwork/domain';
import { createStoredValue } from '@patchwork/host/storage';
import { QueryObserver, type QueryObserverOptions } from '@tanstack/query-core';
import { type Atom, atom, type WritableAtom } from 'jotai';
import * as v from 'valibot';
import { isOfflineAtom, requestLostAtom, requestSucceededAtom } from '../atoms/network.ts';
import { askForLoginAtom, sessionAtom, shopperKey, userKey } from '../atoms/session.ts';
import { followQuery, type Load, unwrap } from '../server-data.ts';
import { type Connection, connectionAtom } from '../services.ts';
import { storedValueAtom } from '../storage/stored-value-atom.ts';
import { followStorageAtom } from '../storage/written-values.ts';
import { type ToastLink, toast } from '../toast.ts';
import {
  applyMissing,
  type Change,
  confirmedItem,
  emptyQueue,
  hasSent,
  type ListDefinition,
  type NumberedEvent,
  type Queue,
  type QueueEvent,
  queueSchema,
  readyProducts,
  sentChange,
  shownItems,
} from './queue.ts';

/**
 * Runs the work while holding the lock of this name, which all tabs share. Pages that can't use locks run the work at
 * once: without HTTPS there are no Web Locks, and an opaque origin is refused both locks and storage.
 */
export async function withLock(name: string, work: () => Promise<void>): Promise<void> {
  const locks = globalThis.navigator?.locks;
  if (!locks) return await work();
  let isHeld = false;
  try {
    await locks.request(name, () => {
      isHeld = true;
      return work();
    });
  } catch (error) {
    if (isHeld) throw error;
    await work();
  }
}

interface SyncLoopOptions<T> {
  readonly list: ListDefinition<T>;
  readonly queueAtom: WritableAtom<Queue<T>, [(before: Queue<T>) => Queue<T>], void>;
  readonly session: Session;
  readonly services: Connection;
}

/** Milliseconds after which every tab has received a write. */
const PROPAGATION_MS = 5000;

/**
 * Sends the queued changes of one list during one session. Changes of one product are sent in order, those of different
 * products in parallel. Only one tab sends at a time.
 */
class SyncLoop<T> {
  private readonly options: SyncLoopOptions<T>;
  private readonly lockName: string;
  /** Products for which a request from this page is on its way. */
  private readonly inFlight = new Set<string>();
  /** Products whose response was unreadable or too late. Nothing more is sent for them until the list is reloaded. */
  private readonly unknown = new Set<string>();
  /** Number of changes that the server refused, by product. */
  private readonly refusals = new Map<string, number>();
  /** Links for the toasts that confirm an addition, by product; null suppresses the toast. */
  private readonly links = new Map<string, ToastLink | null | undefined>();
  /** Callbacks that resume the loop and `change` when there is progress. */
  private waiting: (() => void)[] = [];
  private isRunning = false;
  private isRetryDue = false;
  /** Random name of this tab. Pages without HTTPS lack `crypto.randomUUID`. */
  private readonly tab = Math.random().toString(36).slice(2, 10);
  /** Events of this tab that another tab may not have received yet. */
  private recent: readonly (NumberedEvent<T> & { readonly at: number })[] = [];
  private eventCount = 0;

  constructor(options: SyncLoopOptions<T>) {
    this.options = options;
    this.lockName = `patchwork:${options.list.name}:${shopperKey(options.session)}`;
  }

  /**
   * Shows a change. Resolves to true when it is confirmed or waits for the network, to false when it is refused or the
   * session has ended. `link` goes into the toast that confirms an addition; null suppresses the toast.
   */
  async change(change: Change, link?: ToastLink | null): Promise<boolean> {
    const { productId } = change;
    if (change.type === 'add') this.links.set(productId, link);
    const before = this.refusals.get(productId);
    const initiator = this.options.services.initiator?.();
    this.dispatch({ type: 'changed', change: { ...change, initiator } });
    void this.run();
    await this.settled(productId);
    return !this.isOver() && this.refusals.get(productId) === before;
  }

  /**
   * Sends waiting changes, unless the shop is offline. With 'retry', first checks whether the shop is still offline.
   */
  async run(retry?: 'retry'): Promise<void> {
    this.isRetryDue ||= retry === 'retry';
    // Wakes up a running loop to look for changes to send.
    this.notify();
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.hasWork()) await withLock(this.lockName, () => this.work());
    this.isRunning = false;
    this.notify();
  }

  /** Resolves when this product has no unconfirmed change, or when the shop is offline and no request is on its way. */
  private async settled(productId: string): Promise<void> {
    const isPending = () => this.queue().pending.some((each) => each.productId === productId);
    const isStuck = () => this.isOffline() && !this.inFlight.has(productId);
    while (!this.isOver() && isPending() && !isStuck()) await this.progress();
  }

  /** Sends the changes. The caller must hold the lock: without it, another tab could be sending the same changes. */
  private async work(): Promise<void> {
    if (this.isOver()) return;
    this.follow();
    const isRetry = this.isRetryDue;
    this.isRetryDue = false;
    if (!isRetry && this.isOffline()) return;
    let mustReload = isRetry || this.isInDoubt();
    do {
      if (mustReload && !(await this.reload())) return;
      if (this.queue().pending.length === 0) return;
      const wasRefused = await this.sendAll();
      mustReload = wasRefused || this.isInDoubt();
    } while (!this.isOver() && !this.isOffline());
  }

  /** Reloads the list. Resolves to false if there is no usable response, or the session has ended. */
  private async reload(): Promise<boolean> {
    const { list, services } = this.options;
    const isInDoubt = this.isInDoubt();
    const result = await list.load(services.api);
    if (this.isOver()) return false;
    if (result.ok) {
      this.dispatch({ type: 'reloaded', items: result.value });
      this.unknown.clear();
    }
    const isLost = !result.ok && (isInDoubt || result.error.kind !== 'status');
    services.store.set(isLost ? requestLostAtom : requestSucceededAtom);
    return result.ok;
  }

  /** Sends changes as long as any can be sent. Resolves to whether the API refused a change. */
  private async sendAll(): Promise<boolean> {
    let wasRefused = false;
    const start = async (productId: string) => {
      this.inFlight.add(productId);
      if (await this.send(productId)) wasRefused = true;
      this.inFlight.delete(productId);
      this.notify();
    };
    for (;;) {
      const ready = this.isOver() || this.isOffline() ? [] : readyProducts(this.queue());
      for (const productId of ready) {
        if (!this.inFlight.has(productId) && !this.unknown.has(productId)) void start(productId);
      }
      if (this.inFlight.size === 0) return wasRefused;
      await this.progress();
    }
  }

  /** Sends a product's next change. Resolves to whether it was refused. */
  private async send(productId: string): Promise<boolean> {
    const { list, services } = this.options;
    this.dispatch({ type: 'sending', productId });
    const change = sentChange(this.queue(), productId);
    if (!change) return false;
    const { order } = this.queue();
    const before = confirmedItem(list, this.queue(), productId);
    const result = await list.send(services.api, change);
    if (this.isOver()) return false;
    this.follow();
    // The server may have processed the order before or after this change. Keep the change marked as sent, as if its
    // response was lost.
    if (result.ok && this.queue().order !== order) return false;
    if (!result.ok && result.error.kind === 'network') {
      // The change may have arrived. It stays marked as sent until a reload shows whether it did.
      services.store.set(requestLostAtom);
      return false;
    }
    if (result.ok) this.dispatch({ type: 'confirmed', productId, items: result.value });
    else {
      if (result.error.kind !== 'status') this.unknown.add(productId);
      this.refusals.set(productId, (this.refusals.get(productId) ?? 0) + 1);
      this.dispatch({ type: 'refused', productId });
    }
    services.store.set(requestSucceededAtom);
    if (result.ok) this.showSuccess(change, before);
    else toast.error(describeError(result.error));
    return !result.ok;
  }

  private showSuccess(change: Change, before: T | undefined): void {
    const { apply, toasts } = this.options.list;
    const link = this.links.get(change.productId);
    this.links.delete(change.productId);
    if (before === undefined) {
      if (link !== null) toast.success(toasts.added, link);
    } else if (apply(before, change) === undefined) toast.success(toasts.removed);
  }

  /** Resolves when the state may have changed: a response has arrived, or a change was added. */
  private progress(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private notify(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private readonly queue = (): Queue<T> => this.options.services.store.get(this.options.queueAtom);

  dispatch(event: QueueEvent<T>): void {
    this.follow();
    this.eventCount += 1;
    this.recent = [...this.recent, { number: this.eventCount, event, at: Date.now() }];
    this.applyRecent();
  }

  /**
   * Takes over the writes of other tabs, and repeats this tab's events that those writes have undone. Storage has no
   * transactions: a tab's write undoes the writes of other tabs that it had not received yet.
   */
  follow(): void {
    this.options.services.store.set(followStorageAtom);
    const now = Date.now();
    // A logout has erased the queue; nothing may come back.
    const kept = this.queue() === emptyQueue ? [] : this.recent;
    this.recent = kept.filter(({ at }) => now - at < PROPAGATION_MS);
    if (this.recent.length > 0) this.applyRecent();
  }

  private applyRecent(): void {
    const { list, queueAtom, services } = this.options;
    services.store.set(queueAtom, (queue) => applyMissing(list, queue, this.tab, this.recent));
  }

  /** Whether some product's state on the server is unknown, because a response was unreadable, too late or lost. */
  private readonly isInDoubt = (): boolean => this.unknown.size > 0 || hasSent(this.queue());

  /**
   * Whether the session has ended. The queue in the store then belongs to another shopper: send and write nothing more.
   */
  private isOver(): boolean {
    return this.options.services.store.get(sessionAtom) !== this.options.session;
  }

  private isOffline(): boolean {
    return this.options.services.store.get(isOfflineAtom);
  }

  private hasWork(): boolean {
    if (this.isOver()) return false;
    return this.isRetryDue || (!this.isOffline() && this.queue().pending.length > 0);
  }
}

declare global {
  interface PatchworkStores {
    'wanted-product': 'tab';
  }
}

/** Maximum number of products to keep until a login. */
const MAX_WANTED = 5;

/** Products that a logged-out visitor tried to add. The next login in this tab adds them. */
const wanted = createStoredValue({
  name: 'wanted-product',
  scope: 'tab',
  version: 2,
  parse: v.parser(v.array(v.object({ list: v.string(), product: productSchema }))),
});

/** A shopper's list on the server, and its load state. */
export interface SyncedValue<T>
  extends Pick<Load<readonly T[]>, 'isPending' | 'isError' | 'error'> {
  /** Items with the shopper's changes, confirmed or not. Empty while nothing is known, and while logged out. */
  readonly items: readonly T[];
  /**
   * Items, once any are known, even if only from the last visit; undefined until then. An empty list counts as known
   * only if the last load of this visit succeeded. If `isError` is true, the items may be out of date.
   */
  readonly data: readonly T[] | undefined;
  /** Loads the list again, for 'Try again'. */
  readonly refetch: () => Promise<Pick<Load<null>, 'isError'>>;
}

/**
 * Creates the atoms of a list that the server stores per shopper. The list is loaded only while a shopper is logged in.
 */
export function createSyncedList<T>(list: ListDefinition<T>) {
  const queueAtom = storedValueAtom<Queue<T>>({
    name: list.name,
    scope: 'shopper',
    version: 4,
    parse: v.parser(queueSchema(list.item)),
    empty: emptyQueue,
    // A stale stored queue would send its changes a second time after a reload.
    isRemovedWhenFull: true,
  });

  const loopAtom = atom((get) => {
    const session = get(sessionAtom);
    return session && new SyncLoop({ list, queueAtom, session, services: get(connectionAtom) });
  });

  const shownAtom: Atom<readonly T[]> = atom((get) => shownItems(list, get(queueAtom)));

  /** Reports the load state. Loaded items are merged into the queue. */
  const queryAtom = followQuery(
    (get): QueryObserverOptions<null, ApiError> => {
      const session = get(sessionAtom);
      const { api, store } = get(connectionAtom);
      return {
        queryKey: userKey(list.name, session),
        enabled: session !== null,
        queryFn: async ({ signal }) => {
          const { revision } = store.get(queueAtom);
          const result = await list.load(api, { signal });
          if (store.get(sessionAtom) !== session) return null;
          if (!result.ok && result.error.kind === 'network') store.set(requestLostAtom);
          const items = unwrap(result);
          store.get(loopAtom)?.dispatch({ type: 'loaded', items, revision });
          return null;
        },
      };
    },
    (client, options) => new QueryObserver(client, options),
  );

  const valueAtom: Atom<SyncedValue<T>> = atom((get) => {
    const { isPending, isSuccess, isError, error, refetch } = get(queryAtom);
    const { isLoaded, pending } = get(queueAtom);
    const items = get(shownAtom);
    const isKnown = items.length > 0 || isSuccess;
    const data = isKnown && (isLoaded || pending.length > 0) ? items : undefined;
    return {
      items,
      data,
      isPending: data === undefined && isPending,
      isError,
      error,
      refetch,
    };
  });

  const dispatchAtom = atom(null, (get, _set, event: QueueEvent<T>): void =>
    get(loopAtom)?.dispatch(event),
  );

  /** Repeats changes of this tab that another tab's write has undone. */
  const repairAtom = atom(null, (get): void => {
    const loop = get(loopAtom);
    const before = get(queueAtom);
    loop?.follow();
    if (get(queueAtom) !== before) void loop?.run();
  });

  const syncAtom = atom(null, (get, _set, retry?: 'retry'): void => void get(loopAtom)?.run(retry));

  /**
   * Shows the change at once, and resolves as the sync loop's `change` does. Without a login: navigates to the login
   * page, remembers a product to add, and resolves to false.
   */
  const changeAtom = atom(null, async (get, set, change: Change, link?: null): Promise<boolean> => {
    const loop = get(loopAtom);
    if (loop) return loop.change(change, link);
    if (change.type === 'add') {
      const { product } = change;
      const before = wanted.read() ?? [];
      const others = before.filter(
        (each) => each.list !== list.name || each.product.id !== product.id,
      );
      wanted.write([...others, { list: list.name, product }].slice(-MAX_WANTED));
    }
    set(askForLoginAtom);
    return false;
  });

  /**
   * Adds the products that the visitor tried to add before logging in. The toast for a single product links back to the
   * product. Several products share one toast, because a phone shows one toast at a time.
   */
  const addWantedAtom = atom(null, async (get): Promise<void> => {
    const loop = get(loopAtom);
    const all = wanted.read();
    if (!loop || !all) return;
    const others = all.filter((each) => each.list !== list.name);
    if (others.length > 0) wanted.write(others);
    else wanted.remove();
    const { pathTo } = get(connectionAtom);
    const own = all.filter((each) => each.list === list.name);
    const isOne = own.length === 1;
    const added = await Promise.all(
      own.map(({ product }) => {
        const { id: productId, title } = product;
        const link = { text: `Back to ${title}`, path: pathTo('product', { productId }) };
        return loop.change({ type: 'add', productId, product }, isOne ? link : null);
      }),
    );
    const count = added.filter(Boolean).length;
    if (isOne || count === 0) return;
    const text = count === 1 ? list.toasts.added : `${count} ${list.toasts.several}`;
    toast.success(text, { text: `Go to ${list.name}`, path: pathTo(list.name) });
  });

  return {
    ...{ list, queueAtom, shownAtom, valueAtom },
    ...{ changeAtom, dispatchAtom, addWantedAtom, repairAtom, syncAtom },
  };
}
