/** Simulated browser with several tabs that share storage, locks and network. For tests only. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Store } from '@patchwork/testing';
import { vi } from 'vitest';

export interface Tab {
  readonly window: EventTarget;
  readonly store: Store;
}

interface Lock {
  readonly tab: Tab | undefined;
  readonly name: string;
  readonly start: () => void;
}

const currentTab = new AsyncLocalStorage<{ tab?: Tab | undefined }>();

const closed = new WeakSet<Tab>();

function isClosed(): boolean {
  const tab = currentTab.getStore()?.tab;
  return tab !== undefined && closed.has(tab);
}

/**
 * Runs a timer's callback in the context of the tab that set it, because fake timers lose the async context. Timers of
 * closed tabs don't run.
 */
export function bindTimers() {
  const bind =
    (set: (work: () => void, delay?: number) => unknown) => (work: () => void, delay?: number) =>
      set(
        AsyncResource.bind(() => {
          if (!isClosed()) work();
        }),
        delay,
      );
  vi.stubGlobal('setTimeout', bind(globalThis.setTimeout));
  vi.stubGlobal('setInterval', bind(globalThis.setInterval));
}

export function createBrowser(openStore: () => Store) {
  const storage = new Map<string, string>();
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
    get length() {
      return storage.size;
    },
    key: (index: number) => [...storage.keys()][index] ?? null,
    getItem: (key: string) => storage.get(key) ?? null,
    setItem: (key: string, value: string) => {
      storage.set(key, value);
      notifyOthers(key);
    },
    removeItem: (key: string) => {
      if (storage.delete(key)) notifyOthers(key);
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
      if (isClosed()) return;
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

  const inCurrent =
    (method: 'addEventListener' | 'removeEventListener') =>
    (...[type, listener]: Parameters<EventTarget['addEventListener']>) =>
      current()?.window[method](type, listener);
  vi.stubGlobal('window', {
    addEventListener: inCurrent('addEventListener'),
    removeEventListener: inCurrent('removeEventListener'),
  });

  const open = (): Tab => {
    const window = new EventTarget();
    // Make the tab current before creating its store, which immediately sends what the last page left.
    const opened = { window } as { window: EventTarget; store: Store };
    runIn(opened, () => {
      opened.store = openStore();
    });
    return opened;
  };

  return {
    tabs: () => tabs,
    current,
    isClosed,
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
    /** Reloads a tab. A crashed page gets no `pagehide` event. */
    reload: (old: Tab, isCrash: boolean) => {
      const at = tabs.indexOf(old);
      if (!isCrash) runIn(old, () => old.window.dispatchEvent(new Event('pagehide')));
      closed.add(old);
      tabs = tabs.filter((tab) => tab !== old);
      release((lock) => lock.tab === old);
      tabs = tabs.toSpliced(at, 0, open());
    },
  };
}
