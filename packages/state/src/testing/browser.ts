/** Tabs with one storage, one set of locks and one network, for the property tests of the lists. For tests only. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import { vi } from 'vitest';
import type { Store } from '../store.ts';
import { memoryStorage } from './fakes.ts';

export interface Tab {
  readonly window: EventTarget;
  readonly store: Store;
}

interface Lock {
  readonly tab: Tab | undefined;
  readonly name: string;
  readonly start: () => void;
}

/** Fake timers lose the async context: a timer's work must run as the tab that set it. */
export function bindTimers() {
  const { setTimeout: set } = globalThis;
  const bound = (work: () => void, delay?: number) => set(AsyncResource.bind(work), delay);
  vi.stubGlobal('setTimeout', bound);
}

export function createBrowser(stored: Record<string, string>, openStore: () => Store) {
  const currentTab = new AsyncLocalStorage<{ tab?: Tab | undefined }>();
  const storage = memoryStorage(stored);
  /** Their timers still run here; in a browser they would not. */
  const closed = new Set<Tab | undefined>();
  let tabs: readonly Tab[] = [];
  let locks: readonly Lock[] = [];
  let onLine = true;

  const current = () => currentTab.getStore()?.tab;
  const runIn = <T>(tab: Tab | undefined, work: () => T): T => currentTab.run({ tab }, work);

  const notifyOthers = (key: string) => {
    for (const tab of tabs) {
      if (tab === current()) continue;
      const event = Object.assign(new Event('storage'), { key });
      runIn(tab, () => tab.window.dispatchEvent(event));
    }
  };
  vi.stubGlobal('localStorage', {
    getItem: storage.getItem,
    setItem: (key: string, value: string) => {
      storage.setItem(key, value);
      notifyOthers(key);
    },
    removeItem: (key: string) => {
      if (storage.getItem(key) === null) return;
      storage.removeItem(key);
      notifyOthers(key);
    },
  });

  const holders = () => new Map(locks.toReversed().map((lock) => [lock.name, lock]));
  const release = (isGone: (lock: Lock) => boolean) => {
    const before = holders();
    locks = locks.filter((lock) => !isGone(lock));
    for (const [name, lock] of holders()) {
      if (lock !== before.get(name)) runIn(lock.tab, lock.start);
    }
  };
  const request = (name: string, work: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      if (closed.has(current())) return;
      const start = () =>
        void work().then(() => {
          release((other) => other === lock);
          resolve();
        });
      const lock: Lock = { tab: current(), name, start };
      const isFree = !holders().has(name);
      locks = [...locks, lock];
      if (isFree) start();
    });
  vi.stubGlobal('navigator', {
    get onLine() {
      return onLine;
    },
    locks: { request },
  });

  const open = (): Tab => {
    const window = new EventTarget();
    vi.stubGlobal('window', window);
    // Before its store: a store sends what the last page left as soon as it is created.
    const opened = { window } as { window: EventTarget; store: Store };
    runIn(opened, () => {
      opened.store = openStore();
    });
    return opened;
  };

  return {
    tabs: () => tabs,
    current,
    isClosed: () => closed.has(current()),
    runIn,
    start: (count: number) => {
      for (let tab = 0; tab < count; tab++) tabs = [...tabs, open()];
    },
    connect: (isOnLine: boolean) => {
      onLine = isOnLine;
      for (const tab of tabs) {
        const event = new Event(isOnLine ? 'online' : 'offline');
        runIn(tab, () => tab.window.dispatchEvent(event));
      }
    },
    reload: (old: Tab) => {
      const at = tabs.indexOf(old);
      closed.add(old);
      tabs = tabs.filter((tab) => tab !== old);
      release((lock) => lock.tab === old);
      tabs = tabs.toSpliced(at, 0, open());
    },
  };
}
