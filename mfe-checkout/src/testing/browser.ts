/** Simulated browser with several tabs that share storage, locks and network. For tests only. */
import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import type { Store } from '@patchwork/kit/testing';
import { vi } from 'vitest';

export interface Tab {
  readonly window: EventTarget;
  readonly store: Store;
  /** Latest writes that this tab knows of, by key. */
  readonly view: Map<string, Write>;
  /** Writes of other tabs that have not arrived yet, oldest first. */
  inbox: readonly Write[];
}

interface Write {
  readonly key: string;
  /** Null if the text was removed. */
  readonly text: string | null;
  /** Place in the order in which the browser stores the writes of all tabs. */
  readonly number: number;
}

interface Lock {
  readonly tab: Tab | undefined;
  readonly name: string;
  readonly run: () => void;
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
  let stored: ReadonlyMap<string, Write> = new Map();
  let writeCount = 0;
  let isLate: (key: string) => boolean = () => false;
  let tabs: readonly Tab[] = [];
  let locks: readonly Lock[] = [];
  let onLine = true;

  const current = () => currentTab.getStore()?.tab;
  const runIn = <T>(tab: Tab | undefined, work: () => T): T => currentTab.run({ tab }, work);

  /** Delivers a tab's waiting writes whose key is due, in order, each with its event. */
  const deliver = (tab: Tab, isDue = (_key: string) => true) => {
    for (;;) {
      const write = tab.inbox.find(({ key }) => isDue(key));
      if (!write) return;
      tab.inbox = tab.inbox.filter((other) => other !== write);
      // A later write of this tab stays.
      if ((tab.view.get(write.key)?.number ?? 0) < write.number) tab.view.set(write.key, write);
      const event = Object.assign(new Event('storage'), { key: write.key });
      runIn(tab, () => tab.window.dispatchEvent(event));
    }
  };
  const write = (key: string, text: string | null) => {
    writeCount += 1;
    const written = { key, text, number: writeCount };
    stored = new Map(stored).set(key, written);
    const writer = current();
    writer?.view.set(key, written);
    for (const tab of tabs) {
      if (tab === writer) continue;
      tab.inbox = [...tab.inbox, written];
      deliver(tab, (each) => !isLate(each));
    }
  };
  const texts = () => [...(current()?.view ?? stored).values()].filter(({ text }) => text !== null);
  vi.stubGlobal('localStorage', {
    get length() {
      return texts().length;
    },
    key: (index: number) => texts()[index]?.key ?? null,
    getItem: (key: string) => (current()?.view ?? stored).get(key)?.text ?? null,
    setItem: (key: string, text: string) => write(key, text),
    removeItem: (key: string) => {
      if (localStorage.getItem(key) !== null) write(key, null);
    },
  });

  const holders = () => new Map(locks.toReversed().map((lock) => [lock.name, lock]));
  /** Runs a lock's work, after all that the lock's last holder wrote has arrived in the tab. */
  const start = ({ tab, run }: Lock) => {
    if (tab) deliver(tab);
    runIn(tab, run);
  };
  const release = (isGone: (lock: Lock) => boolean) => {
    const before = holders();
    locks = locks.filter((lock) => !isGone(lock));
    for (const [name, lock] of holders()) {
      if (lock !== before.get(name)) start(lock);
    }
  };
  const request = (name: string, work: () => Promise<void>) =>
    new Promise<void>((resolve) => {
      if (isClosed()) return;
      const run = () =>
        void work().then(() => {
          release((other) => other === lock);
          resolve();
        });
      const lock: Lock = { tab: current(), name, run };
      const isFree = !holders().has(name);
      locks = [...locks, lock];
      if (isFree) start(lock);
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
    const opened = { window, view: new Map(stored), inbox: [] as readonly Write[] } as Tab;
    return runIn(opened, () => Object.assign(opened, { store: openStore() }));
  };

  return {
    tabs: () => tabs,
    current,
    isClosed,
    runIn,
    start: (count: number) => {
      for (let tab = 0; tab < count; tab++) tabs = [...tabs, open()];
    },
    /** Delays the arrival, in other tabs, of writes whose key `isDelayed` accepts, until the next call. */
    delay: (isDelayed: (key: string) => boolean) => {
      isLate = isDelayed;
      for (const tab of tabs) deliver(tab, (key) => !isLate(key));
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
