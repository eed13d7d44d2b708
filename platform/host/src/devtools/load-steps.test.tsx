import type { registerGlobalPlugins } from '@module-federation/enhanced/runtime';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ContainerRuntime } from '../browser.ts';
import { parseActiveRemotes } from '../index.ts';
import { breakRuntime } from './apply-remote-changes.ts';
import { type LoadHooks, recordSteps } from './load-steps.ts';
import { createPageLogs } from './page-logs.ts';

type Plugin = Parameters<typeof registerGlobalPlugins>[0][number];

/** Returns the runtime's list of plugins for all later instances. */
const globalPlugins = (): Plugin[] => Reflect.get(globalThis, '__FEDERATION__').__GLOBAL_PLUGIN__;

const { active } = parseActiveRemotes({
  remotes: [
    {
      id: 'mfe-catalog',
      team: 'Catalogue',
      version: '1.0.0',
      entry: '/remotes/mfe-catalog/1.0.0/remoteEntry.js',
      routes: [{ page: 'home', path: '/', access: 'open', module: './Home' }],
    },
  ],
});
const [catalog] = active.remotes;
if (!catalog) throw new Error('the registry lost its remote');

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  globalPlugins().splice(0);
  vi.useRealTimers();
  document.body.replaceChildren();
});

const runtime: ContainerRuntime = {
  register: () => undefined,
  loadRemote: async () => ({ Component: () => null }),
};

function openPage(hooks: Partial<LoadHooks> = {}) {
  const logs = createPageLogs(() => active.remotes);
  const timed = recordSteps(
    { evaluate: undefined, adjustRuntime: undefined, ...hooks },
    logs.onStep,
    () => logs.store.get(logs.records.loadsAtom),
    () => active.remotes,
  );
  return { logs, timed, steps: () => logs.store.get(logs.records.stepsAtom) };
}

test('a delay that this tab has added on purpose is recorded for its module', async () => {
  const adjustRuntime = (inner: ContainerRuntime) => breakRuntime(inner, { 'mfe-catalog': 'slow' });
  const { timed, steps } = openPage({ adjustRuntime });
  const loaded = timed.adjustRuntime?.(runtime).loadRemote('mfe_catalog/Home');
  await vi.advanceTimersByTimeAsync(5000);
  await loaded;
  const [step, ...more] = steps();
  expect(more).toEqual([]);
  expect(step).toMatchObject({ remoteId: 'mfe-catalog', kind: 'delay', module: './Home' });
  expect((step?.endedAt ?? 0) - (step?.startedAt ?? 0)).toBe(5000);
});

test('an unchanged tab’s loader is left as it is', () => {
  expect(openPage().timed.adjustRuntime).toBeUndefined();
});

test('the evaluation of a remote’s code is recorded, without the wait for its turn', async () => {
  const evaluate: LoadHooks['evaluate'] = async (_version, factory) => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return factory();
  };
  const { timed, steps } = openPage({ evaluate });
  const evaluated = timed.evaluate?.(catalog, () => {
    vi.advanceTimersByTime(40);
    return 'module';
  });
  await vi.advanceTimersByTimeAsync(300);
  expect(await evaluated).toBe('module');
  const [step] = steps();
  expect(step).toMatchObject({ remoteId: 'mfe-catalog', kind: 'evaluate' });
  expect((step?.endedAt ?? 0) - (step?.startedAt ?? 0)).toBe(40);
});

test('a package that takes long to come from the page is recorded, and one that is there is not', async () => {
  const { steps } = openPage();
  const plugin = globalPlugins().at(-1);
  const load = async (pkgName: string, time: number) => {
    const args = { pkgName, origin: { name: 'mfe_catalog' } };
    await plugin?.beforeLoadShare?.(args as never);
    vi.advanceTimersByTime(time);
    plugin?.afterLoadShare?.(args as never);
  };
  await load('react', 0);
  await load('jotai', 25);
  await Promise.resolve();
  const [step, ...more] = steps();
  expect(more).toEqual([]);
  expect(step).toMatchObject({ remoteId: 'mfe-catalog', kind: 'shared', module: undefined });
  expect((step?.endedAt ?? 0) - (step?.startedAt ?? 0)).toBe(25);
});

/** Puts the region of the catalogue's page on the page. */
async function showPage(): Promise<void> {
  const region = document.createElement('div');
  Object.assign(region.dataset, { boundary: 'mfe-catalog', version: '1.0.0' });
  document.body.append(region);
  await vi.advanceTimersByTimeAsync(0);
}

test('the first render is recorded from the end of the load until the component is on the page, once', async () => {
  const { logs, steps } = openPage();
  const end = logs.onLoad(catalog, './Home');
  await vi.advanceTimersByTimeAsync(100);
  end();
  await vi.advanceTimersByTimeAsync(70);
  await showPage();
  await vi.advanceTimersByTimeAsync(70);
  await showPage();
  const [step, ...more] = steps();
  expect(more).toEqual([]);
  expect(step).toMatchObject({ kind: 'render', module: './Home' });
  expect((step?.endedAt ?? 0) - (step?.startedAt ?? 0)).toBe(70);
});

test('the time between an early load and the navigation that shows it is no rendering', async () => {
  const navigation = new EventTarget();
  vi.stubGlobal('navigation', navigation);
  const { logs, steps } = openPage();
  logs.onLoad(catalog, './Home')();
  await vi.advanceTimersByTimeAsync(9000);
  navigation.dispatchEvent(new Event('navigate'));
  await vi.advanceTimersByTimeAsync(30);
  await showPage();
  const [step] = steps();
  expect((step?.endedAt ?? 0) - (step?.startedAt ?? 0)).toBe(30);
});
