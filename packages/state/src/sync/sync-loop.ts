import { describeError } from '@patchwork/api';
import type { Session } from '@patchwork/domain';
import type { WritableAtom } from 'jotai';
import { isOfflineAtom, requestLostAtom, requestSucceededAtom } from '../atoms/network.ts';
import { sessionAtom, shopperKey } from '../atoms/session.ts';
import type { Connection } from '../services.ts';
import { followStorageAtom } from '../storage/written-values.ts';
import { type ToastLink, toast } from '../toast.ts';
import {
  type Change,
  confirmedItem,
  hasSent,
  type ListDefinition,
  type Queue,
  type QueueEvent,
  readyProducts,
  reduceQueue,
  sentChange,
} from './queue.ts';

/**
 * Runs the work when no other tab of the shop runs work of this name. A page without a secure origin has no Web
 * Locks, and one with an opaque origin is refused them and has no storage: both run the work at once.
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

/**
 * Sends the queued changes of one list during one session: those of one product in order, those of
 * different products side by side. Only one tab sends at a time.
 */
export class SyncLoop<T> {
  private readonly options: SyncLoopOptions<T>;
  private readonly lockName: string;
  /** The products with a request on its way from this page. */
  private readonly inFlight = new Set<string>();
  /** Products with a response that can't be read or came too late: no more of them is sent until a reload. */
  private readonly unknown = new Set<string>();
  /** Number of changes that the server refused, by product. */
  private readonly refusals = new Map<string, number>();
  /** Links in the toasts that say that a product was added, by product; null for no such toast. */
  private readonly links = new Map<string, ToastLink | null | undefined>();
  /** Functions that end the waits for progress, of the loop and of `change`. */
  private waiting: (() => void)[] = [];
  private isRunning = false;
  private isRetryDue = false;

  constructor(options: SyncLoopOptions<T>) {
    this.options = options;
    this.lockName = `patchwork:${options.list.name}:${shopperKey(options.session)}`;
  }

  /**
   * Shows a change. Resolves to true when it is confirmed or waits for the network, to false when it is refused.
   * The link is shown in the toast that says that the product was added; with null there is no such toast.
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

  /** Sends waiting changes, unless the shop is offline. `retry` finds out whether it still is. */
  async run(retry?: 'retry'): Promise<void> {
    this.isRetryDue ||= retry === 'retry';
    // Makes a running loop look for changes that can be sent now.
    this.notify();
    if (this.isRunning) return;
    this.isRunning = true;
    while (this.hasWork()) await withLock(this.lockName, () => this.work());
    this.isRunning = false;
    this.notify();
  }

  /** Resolves when no change of this product waits for the server, or the shop is offline and none is on its way. */
  private async settled(productId: string): Promise<void> {
    const isPending = () => this.queue().pending.some((each) => each.productId === productId);
    const isStuck = () => this.isOffline() && !this.inFlight.has(productId);
    while (!this.isOver() && isPending() && !isStuck()) await this.progress();
  }

  /** Works under the lock: only then is it known what another tab has left to do. */
  private async work(): Promise<void> {
    this.options.services.store.set(followStorageAtom);
    const isRetry = this.isRetryDue;
    this.isRetryDue = false;
    if (this.isOver() || (!isRetry && this.isOffline())) return;
    let mustReload = isRetry || this.isInDoubt();
    do {
      if (mustReload && !(await this.reload())) return;
      if (this.queue().pending.length === 0) return;
      const wasRefused = await this.sendAll();
      mustReload = wasRefused || this.isInDoubt();
    } while (!this.isOver() && !this.isOffline());
  }

  /** Reloads the list. Resolves to false if there is no usable response, or the session is over. */
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

  /** Sends changes until none is left, or none can be sent. Resolves to whether one was refused. */
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

  /** Sends the next change of a product. Resolves to whether it was refused. */
  private async send(productId: string): Promise<boolean> {
    const { list, services } = this.options;
    this.dispatch({ type: 'sending', productId });
    const change = sentChange(this.queue(), productId);
    if (!change) return false;
    const { order } = this.queue();
    const before = confirmedItem(list, this.queue(), productId);
    const result = await list.send(services.api, change);
    if (this.isOver()) return false;
    services.store.set(followStorageAtom);
    // It is not known whether the order or the change came first: the change stays marked as sent, as if its
    // response was lost.
    if (result.ok && this.queue().order !== order) return false;
    if (!result.ok && result.error.kind === 'network') {
      // It may have arrived: the change stays marked as sent until a reload shows whether it did.
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

  /** Resolves when something may have changed: a response, or a change that was added. */
  private progress(): Promise<void> {
    return new Promise((resolve) => {
      this.waiting.push(resolve);
    });
  }

  private notify(): void {
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private readonly queue = (): Queue<T> => this.options.services.store.get(this.options.queueAtom);

  private dispatch(event: QueueEvent<T>): void {
    const { list, queueAtom, services } = this.options;
    services.store.set(queueAtom, (queue) => reduceQueue(list, queue, event));
  }

  /** Whether the server's state of any product is not known, because no response could be read. */
  private readonly isInDoubt = (): boolean => this.unknown.size > 0 || hasSent(this.queue());

  /**
   * Whether the session is over: the queue in the store is then another shopper's, and nothing more may be sent or
   * written.
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
