import { createApi } from '@patchwork/api';
import { ok } from '@patchwork/domain';
import type { ActiveRemote } from '@patchwork/host';
import type {
  ErrorRecord,
  FallbackRecord,
  LoadRecord,
  RemoteControls,
  StepRecord,
  WriteRecord,
} from '@patchwork/host/devtools';
import type { CallRecord, Inspection } from '@patchwork/kit/devtools';
import { type Mock, type MockControl, startMock } from '@patchwork/mock-server';
import { createShopStore } from '@patchwork/shop/state/host';
import { testPathTo } from '@patchwork/shop/state/testing';
import { atom } from 'jotai';
import { afterEach, beforeEach } from 'vitest';

export const catalog: ActiveRemote = {
  id: 'mfe-catalog',
  team: 'Catalogue',
  version: '1.2.0',
  entry: '/remotes/mfe-catalog/1.2.0/remoteEntry.js',
  routes: [
    { page: 'home', path: '/', access: 'open', module: './Home' },
    { page: 'wishlist', path: '/wishlist', access: 'login', module: './Wishlist' },
  ],
  fragments: { 'header-search': { module: './HeaderSearch' } },
  files: {},
};

export const account: ActiveRemote = {
  ...catalog,
  id: 'mfe-account',
  team: 'Account',
  version: '2.0.0',
  entry: 'https://account.example/2.0.0/remoteEntry.js',
  routes: [{ page: 'login', path: '/login', access: 'visitor', module: './Login' }],
  fragments: {},
};

const remoteControls: RemoteControls = {
  overrides: [],
  breakages: {},
  settings: {},
  failedOverrides: [],
  checkOverride: async (override) => ok({ ...override, remote: catalog, warnings: [] }),
  setOverride: () => undefined,
  removeOverride: () => undefined,
  setBreakage: () => undefined,
  setSetting: () => undefined,
  setSettings: () => undefined,
  reload: async () => undefined,
};

/** Creates a new mock for each test of a file. It answers without delay. */
export function mockOfEachTest(): () => Mock & { readonly control: MockControl } {
  let mock: Mock & { readonly control: MockControl };
  beforeEach(async () => {
    const started = await startMock({ delay: 0 });
    mock = { ...started, control: await started.openControl() };
  });
  afterEach(() => mock.shutdown());
  return () => mock;
}

/** Creates a shop's store, whose API calls go to this page's origin. */
const createTestStore = () =>
  createShopStore({
    connect: (auth) => createApi({ baseUrl: '', ...auth }),
    navigate: () => undefined,
    pathTo: testPathTo,
  });

interface Page {
  readonly parts?: Partial<Omit<Inspection, 'remoteControls'>>;
  readonly remoteControls?: Partial<RemoteControls>;
  readonly calls?: readonly CallRecord[];
  readonly loads?: readonly LoadRecord[];
  readonly steps?: readonly StepRecord[];
  readonly writes?: readonly WriteRecord[];
  readonly errors?: readonly ErrorRecord[];
}

/** Creates a page to inspect, and functions that change its records. */
export function openPage(page: Page = {}) {
  const store = page.parts?.store ?? createTestStore();
  const callsAtom = atom(page.calls ?? []);
  const loadsAtom = atom(page.loads ?? []);
  const stepsAtom = atom(page.steps ?? []);
  const fallbacksAtom = atom<readonly FallbackRecord[]>([]);
  const writesAtom = atom(page.writes ?? []);
  const errorsAtom = atom(page.errors ?? []);
  const inspection: Inspection = {
    active: { remotes: [catalog, account] },
    problems: [],
    loadsAtom,
    stepsAtom,
    fallbacksAtom,
    errorsAtom,
    callsAtom,
    writesAtom,
    clearCalls: () => store.set(callsAtom, []),
    sharedBy: () => [],
    mock: undefined,
    conditions: undefined,
    ...page.parts,
    store,
    remoteControls: { ...remoteControls, ...page.remoteControls },
  };
  return {
    inspection,
    showCalls: (calls: readonly CallRecord[]) => store.set(callsAtom, calls),
    showLoads: (loads: readonly LoadRecord[]) => store.set(loadsAtom, loads),
    showErrors: (errors: readonly ErrorRecord[]) => store.set(errorsAtom, errors),
    showWrites: (writes: readonly WriteRecord[]) => store.set(writesAtom, writes),
  };
}
