import type { CallObserver, CallOutcome, SentCall } from '@patchwork/api';
import type { ActiveRemote } from '@patchwork/federation';
import {
  type FallbackRecord,
  folderOf,
  type LoadObserver,
  versionAtFault,
} from '@patchwork/federation/browser';
import { type Atom, atom, createStore, type WritableAtom } from 'jotai';
import {
  INTERNAL_getBuildingBlocksRev3 as buildingBlocksOf,
  INTERNAL_buildStoreRev3 as buildStore,
} from 'jotai/vanilla/internals';

type Store = ReturnType<typeof createStore>;

/** Maximum length of a log: older records are dropped. */
const MAX_RECORDS = 200;

/** A list of records, newest last, as an atom of the page's store. */
interface Log<R> {
  readonly recordsAtom: Atom<readonly R[]>;
  add: (record: R) => void;
  /** Does nothing when the earlier record is no longer in the list. */
  replace: (earlier: R, record: R) => void;
  clear: () => void;
}

function createLog<R>(store: Store): Log<R> {
  const recordsAtom = atom<readonly R[]>([]);
  let records: readonly R[] = [];
  let isDue = false;

  /** Writes the atom in a microtask: the recorded event may happen during a render or another write. */
  function change(next: readonly R[]): void {
    records = next;
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      store.set(recordsAtom, records);
    });
  }

  return {
    recordsAtom,
    add: (record) => change([...records, record].slice(-MAX_RECORDS)),
    replace: (earlier, record) => change(records.map((each) => (each === earlier ? record : each))),
    clear: () => change([]),
  };
}

/** Record of a call of the shop to its API. */
export interface CallRecord extends Pick<SentCall, 'name' | 'method' | 'url'> {
  /** 1 for the first call of the page, and so on. */
  readonly id: number;
  /** The remote whose code made the call; 'shell' for calls of the shell and of the shared state. */
  readonly initiator: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  readonly requestHeaders: Readonly<Record<string, string>>;
  /** Body as it is sent, before it becomes JSON; undefined for none. */
  readonly requestBody: unknown;
  /** Undefined until the call ends. */
  readonly outcome: CallOutcome | undefined;
}

/**
 * Returns the observer for `createApi`. A call that was queued brings its initiator along; for any other call, the
 * initiator's code is on the stack now.
 */
function recordCalls(log: Log<CallRecord>, currentInitiator: () => string): CallObserver {
  let count = 0;
  return ({ headers, body, initiator = currentInitiator(), ...call }) => {
    count += 1;
    const sent: CallRecord = {
      ...call,
      id: count,
      initiator,
      startedAt: Date.now(),
      requestHeaders: headers,
      requestBody: body,
      outcome: undefined,
    };
    log.add(sent);
    return (outcome) => log.replace(sent, { ...sent, outcome });
  };
}

/** Record of an attempt to load an exposed module of a remote. */
export interface LoadRecord {
  readonly remoteId: string;
  readonly module: string;
  /** Milliseconds on the page's clock (performance.now). */
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  readonly state: 'loading' | 'ready' | 'failed';
  /** Reason of the failure, with the causes behind it. */
  readonly reason: string | undefined;
}

/** Returns an error's message, then those of the causes behind it. */
const reasonOf = (error: Error): string =>
  error.cause instanceof Error ? `${error.message}: ${reasonOf(error.cause)}` : error.message;

/** Returns the observer for `createRemotes`. */
const recordLoads =
  (log: Log<LoadRecord>): LoadObserver =>
  ({ id }, module) => {
    const started: LoadRecord = {
      remoteId: id,
      module,
      startedAt: performance.now(),
      endedAt: undefined,
      state: 'loading',
      reason: undefined,
    };
    log.add(started);
    return (failure) =>
      log.replace(started, {
        ...started,
        endedAt: performance.now(),
        state: failure ? 'failed' : 'ready',
        reason: failure && reasonOf(failure),
      });
  };

/** Record of a fault on the page: an error, a fallback, or a violation of the page's policy. */
export interface ErrorRecord {
  readonly event: 'error' | 'fallback' | 'violation';
  /** Milliseconds since 1970. */
  readonly at: number;
  /** 'shell', a remote's id, or 'unknown' when no file of the shop is named. */
  readonly piece: string;
  readonly version: string;
  /** The pattern of the page's path, '/product/:id'; '*' if no remote has the path. */
  readonly route: string;
  /** The error's name and message, then those of its causes. */
  readonly message: string;
  /** Empty if there is no Error object. */
  readonly stack: string;
  /** Reason of a fallback. `fallback` is the version that replaced the one at fault. */
  readonly cause?: 'load' | 'crash' | 'hang' | undefined;
  readonly fallback?: string | undefined;
}

/** Number of frames that is enough for those of React and Jotai between a remote's click handler and the store. */
const MAX_FRAMES = 60;

/** Returns the stack of the code that runs now, deep enough to reach past the shell's frames. */
export function captureStack(): string {
  // V8 captures 10 frames by default; Firefox has no such limit, and ignores the property.
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = MAX_FRAMES;
  const { stack = '' } = new Error();
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Returns the remote whose frame is the topmost in a stack; 'shell' if no frame is a remote's. */
export function initiatorOf(stack: string, remotes: readonly ActiveRemote[]): string {
  // A remote at the page's root is left out: the shell's files are in its folder, too.
  const elsewhere = remotes.filter(({ entry }) => folderOf(entry) !== folderOf('/'));
  return versionAtFault(stack, elsewhere)?.id ?? 'shell';
}

type Blocks = Parameters<typeof buildStore>;

type WrittenAtom = WritableAtom<unknown, never[], unknown>;

/** Index of the implementation of `store.set` in jotai's list of building blocks. */
const SET = 22;

/**
 * Returns a second store over the same values, which reports each write to it before it happens; writes to the first
 * one are not reported. jotai itself builds it: an object with the three methods of a store is not enough for React to
 * read an atom that holds a promise.
 */
export function observedStore(store: Store, onWrite: (atom: WrittenAtom) => void): Store {
  const blocks = buildingBlocksOf(store);
  const observed: Blocks = [...blocks];
  observed[SET] = (all, target, atom, ...values) => {
    onWrite(atom as unknown as WrittenAtom);
    return blocks[SET](all, target, atom, ...values);
  };
  return buildStore(...observed);
}

/** Record of a write from outside of the atoms: by a component, the shell or the handler of an event. */
export interface WriteRecord {
  readonly id: number;
  readonly atom: WrittenAtom;
  /** A remote's id, or 'shell'. */
  readonly by: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The records of a page as atoms of its store, newest last. */
export interface PageRecords {
  readonly loadsAtom: Atom<readonly LoadRecord[]>;
  /** Versions of remotes that failed on this page, and the versions that replaced them. */
  readonly fallbacksAtom: Atom<readonly FallbackRecord[]>;
  readonly errorsAtom: Atom<readonly ErrorRecord[]>;
  readonly callsAtom: Atom<readonly CallRecord[]>;
  readonly writesAtom: Atom<readonly WriteRecord[]>;
  readonly clearCalls: () => void;
}

export type PageLogs = ReturnType<typeof createPageLogs>;

/**
 * Records what happens on a page from its start on. `versions` returns all versions of remotes whose code
 * may run on the page at the time: a stack's frames are compared with their entries.
 */
export function createPageLogs(versions: () => ActiveRemote[]) {
  // The logs write to the plain store, so that their own writes are not recorded.
  const store = createStore();
  const calls = createLog<CallRecord>(store);
  const loads = createLog<LoadRecord>(store);
  const fallbacks = createLog<FallbackRecord>(store);
  const errors = createLog<ErrorRecord>(store);
  const writes = createLog<WriteRecord>(store);
  /** Returns the remote whose code is on the stack, or 'shell'. */
  const currentInitiator = (): string => initiatorOf(captureStack(), versions());
  const records: PageRecords = {
    loadsAtom: loads.recordsAtom,
    fallbacksAtom: fallbacks.recordsAtom,
    errorsAtom: errors.recordsAtom,
    callsAtom: calls.recordsAtom,
    writesAtom: writes.recordsAtom,
    clearCalls: calls.clear,
  };
  let writeCount = 0;
  return {
    records,
    /** The page's store. Writes to it are recorded, and it holds the records as well. */
    store: observedStore(store, (atom) => {
      writeCount += 1;
      writes.add({ id: writeCount, atom, by: currentInitiator(), at: Date.now() });
    }),
    /** Observer of the API's client. */
    onCall: recordCalls(calls, currentInitiator),
    /** Observer of the loader of remotes. */
    onLoad: recordLoads(loads),
    onFallback: fallbacks.add,
    onError: errors.add,
    currentInitiator,
  };
}
