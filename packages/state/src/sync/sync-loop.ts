import type { ApiError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';
import type { Change, ListRules } from './change.ts';
import {
  answered,
  hasSent,
  knownItem,
  refused,
  resumed,
  sendable,
  sendNext,
  sentChange,
} from './queue.ts';
import type { Ledger } from './stored-queue.ts';

type ListAnswer<T> = Promise<Result<readonly T[], ApiError>>;

export interface SenderOptions<T> {
  readonly ledger: Ledger<T>;
  readonly rules: ListRules<T>;
  /** Makes the call of one change; answers the list as it is then. */
  readonly call: (change: Change) => ListAnswer<T>;
  readonly load: () => ListAnswer<T>;
  /** The session has ended: nothing more is sent, taken over or said. */
  readonly isOver: () => boolean;
  readonly isOffline: () => boolean;
  readonly onReached: () => void;
  readonly onLost: () => void;
  readonly onDone: (change: Change, before: T | undefined) => void;
  readonly onRefused: (change: Change, error: ApiError) => void;
  /** Of all tabs, one at a time runs the work of this name. */
  readonly lock: (name: string, work: () => Promise<void>) => Promise<void>;
}

export interface Sender {
  /** Sends what waits, unless the network is gone. `again` finds out whether it is. */
  run(again?: 'again'): Promise<void>;
  /** Resolves when nothing of this product waits for the server; offline it doesn't wait. */
  settled(productId: string): Promise<void>;
}

/** Sends a ledger's changes: those of one product in order, one at a time. */
export function createSender<T>(options: SenderOptions<T>): Sender {
  const { ledger, rules, isOver, isOffline, lock } = options;
  const underWay = new Set<string>();
  let isRunning = false;
  let isAgainWanted = false;
  let flow = () => {};
  let waiters: readonly { readonly isMet: () => boolean; readonly resolve: () => void }[] = [];

  const isStopped = () => isOver() || isOffline();

  const tell = () => {
    const met = waiters.filter(({ isMet }) => isMet());
    waiters = waiters.filter((waiter) => !met.includes(waiter));
    for (const { resolve } of met) resolve();
  };

  /** Sends one change, and says whether it was refused. */
  const send = async (productId: string): Promise<boolean> => {
    ledger.update((state) => sendNext(rules, state, productId));
    const change = sentChange(ledger.read(), productId);
    if (!change) return false;
    const before = knownItem(rules, ledger.read(), productId);
    const answer = await options.call(change);
    if (isOver()) return false;
    if (answer.ok) {
      ledger.update((state) => answered(rules, state, productId, answer.value));
      options.onReached();
      options.onDone(change, before);
      return false;
    }
    // Nobody knows whether it was done: the change stays as sent.
    if (answer.error.kind === 'network') {
      options.onLost();
      return false;
    }
    ledger.update((state) => refused(state, productId));
    options.onReached();
    options.onRefused(change, answer.error);
    return true;
  };

  /** Sends until nothing is left, or nothing can be sent. True: something was refused. */
  const drain = (): Promise<boolean> =>
    new Promise((resolve) => {
      let anyRefused = false;
      const start = async (productId: string) => {
        underWay.add(productId);
        const wasRefused = await send(productId);
        underWay.delete(productId);
        anyRefused ||= wasRefused;
        tell();
        flow();
      };
      flow = () => {
        const ready = isStopped() ? [] : sendable(ledger.read());
        for (const productId of ready) if (!underWay.has(productId)) void start(productId);
        if (underWay.size > 0) return;
        flow = () => {};
        resolve(anyRefused);
      };
      flow();
    });

  /** Asks what the server has. False: that could not be found out, or matters no more. */
  const reload = async (): Promise<boolean> => {
    const isInDoubt = hasSent(ledger.read());
    const list = await options.load();
    if (isOver()) return false;
    if (list.ok) {
      ledger.update((state) => resumed(rules, state, list.value));
      options.onReached();
      return true;
    }
    if (isInDoubt || list.error.kind !== 'status') options.onLost();
    else options.onReached();
    return false;
  };

  const work = async (again: boolean): Promise<void> => {
    ledger.follow();
    let isStale = again || hasSent(ledger.read());
    while (!isOver() && (again || !isOffline())) {
      if (isStale && !(await reload())) return;
      again = false;
      if (ledger.read().lines.length === 0) return;
      isStale = await drain();
      isStale ||= hasSent(ledger.read());
    }
  };

  const run = async (again?: 'again'): Promise<void> => {
    flow();
    isAgainWanted ||= again === 'again';
    const isIdle = isOffline() || ledger.read().lines.length === 0;
    if (isRunning || isOver() || (!isAgainWanted && isIdle)) return;
    isRunning = true;
    await lock(ledger.key, () => {
      // Read under the lock: the network may have gone, and an attempt be due, while waiting for it.
      const isAgain = isAgainWanted;
      isAgainWanted = false;
      return work(isAgain);
    });
    isRunning = false;
    tell();
    // The network may have returned, or another tab's changes come, while the last answers were.
    void run();
  };

  return {
    run,
    settled: (productId) => {
      const isMet = () =>
        isOver() ||
        !ledger.read().lines.some((line) => line.productId === productId) ||
        (isOffline() && !underWay.has(productId));
      return isMet()
        ? Promise.resolve()
        : new Promise((resolve) => {
            waiters = [...waiters, { isMet, resolve }];
          });
    },
  };
}
