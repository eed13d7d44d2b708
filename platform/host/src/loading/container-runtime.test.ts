// @vitest-environment happy-dom

import { getInstance } from '@module-federation/enhanced/runtime';
import { beforeEach, expect, test, vi } from 'vitest';
import { activeRemote, entryIntegrity } from '../testing/remotes.ts';
import { createContainerRuntime } from './container-runtime.ts';

vi.mock('@module-federation/enhanced/runtime', () => {
  const instance = { shareScopeMap: { default: { react: {} } } };
  return { getInstance: () => instance };
});

const catalog = activeRemote('2.0.0');
const { entry } = catalog;

const scripts: HTMLScriptElement[] = [];

/** Answers each script in turn: with the container that it makes, or with an error. */
function serve(...containers: (object | undefined)[]): void {
  scripts.length = 0;
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) return expect.unreachable();
    const container = containers[scripts.push(script) - 1];
    queueMicrotask(() => {
      if (container) Reflect.set(globalThis, 'mfe_catalog', container);
      script.dispatchEvent(new Event(container ? 'load' : 'error'));
    });
  });
}

const containerOf = (name: string) => ({
  init: vi.fn(),
  get: vi.fn(async (module: string) => () => `${name} ${module}`),
});

function openRuntime() {
  const runtime = createContainerRuntime({
    versions: () => [catalog],
    evaluate: (version, factory) => {
      evaluated.push(version?.version);
      return factory();
    },
  });
  runtime.register('mfe_catalog', entry);
  return runtime;
}
const evaluated: unknown[] = [];

beforeEach(() => {
  evaluated.length = 0;
});

test('modules come from one container, which gets the page’s shared packages', async () => {
  const container = containerOf('2');
  serve(container);
  const { loadRemote } = openRuntime();
  const loaded = Promise.all([loadRemote('mfe_catalog/Home'), loadRemote('mfe_catalog/List')]);
  expect(await loaded).toEqual(['2 ./Home', '2 ./List']);
  expect(container.init.mock.calls).toEqual([[getInstance()?.shareScopeMap.default]]);
  expect(scripts).toHaveLength(1);
});

test('the browser runs only the published entry, and `evaluate` gets the module’s version', async () => {
  serve(containerOf('2'));
  const runtime = openRuntime();
  runtime.register('mfe_catalog', `${entry}?reloaded=1`);
  await runtime.loadRemote('mfe_catalog/Home');
  const [script] = scripts;
  expect(script?.getAttribute('src')).toBe(`${entry}?reloaded=1`);
  expect(script?.integrity).toBe(entryIntegrity['remoteEntry.js']);
  expect(script?.crossOrigin).toBe('anonymous');
  expect(script?.dataset.remoteEntry).toBe('mfe_catalog');
  expect(evaluated).toEqual(['2.0.0']);
});

test('an entry that no version lists is run without a hash', async () => {
  serve(containerOf('local'));
  const runtime = openRuntime();
  runtime.register('mfe_catalog', 'http://localhost:3002/remoteEntry.js');
  await runtime.loadRemote('mfe_catalog/Home');
  expect(scripts[0]?.integrity).toBeFalsy();
  expect(scripts[0]?.crossOrigin).toBeFalsy();
  expect(evaluated).toEqual([undefined]);
});

test('an entry that fails is requested again by the next call', async () => {
  serve(undefined, containerOf('2'));
  const { loadRemote } = openRuntime();
  await expect(loadRemote('mfe_catalog/Home')).rejects.toThrow('could not be loaded');
  expect(await loadRemote('mfe_catalog/Home')).toBe('2 ./Home');
});

test('when a newly registered entry fails, the container that was loaded before is not used for it', async () => {
  serve(containerOf('2'), undefined);
  const runtime = openRuntime();
  await runtime.loadRemote('mfe_catalog/Home');
  runtime.register('mfe_catalog', '/remotes/mfe-catalog/1.0.0/remoteEntry.js');
  await expect(runtime.loadRemote('mfe_catalog/Home')).rejects.toThrow('1.0.0/remoteEntry.js');
});

test('loading rejects if the container refuses the shared packages or lacks the module', async () => {
  const refusing = { ...containerOf('2'), init: () => Promise.reject(new Error('refused')) };
  const lacking = { ...containerOf('2'), get: () => Promise.reject(new Error('no such module')) };
  serve(refusing, lacking);
  const { loadRemote } = openRuntime();
  await expect(loadRemote('mfe_catalog/Home')).rejects.toThrow('refused');
  await expect(loadRemote('mfe_catalog/Home')).rejects.toThrow('no such module');
});
