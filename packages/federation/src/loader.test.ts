import { expect, test } from 'vitest';
import { createLoader, type FederationRuntime, RemoteLoadError } from './loader.ts';
import { parseRegistry } from './registry.ts';

const { registry } = parseRegistry({
  format: 1,
  remotes: [
    {
      id: 'mfe-catalog',
      team: 'Catalogue',
      version: '1.0.0',
      entry: '/remotes/mfe-catalog/remoteEntry.js',
      routes: [{ path: '/', access: 'open', module: './Home' }],
    },
  ],
});
const [catalog] = registry.remotes;
if (!catalog) throw new Error('the registry lost its remote');

/** A runtime that, like the real one, remembers a failure until the remote is registered anew. */
function networkOf(answers: (() => unknown)[]) {
  const log: string[] = [];
  let remembered: Error | undefined;
  const runtime: FederationRuntime = {
    registerRemotes(remotes, { force }) {
      log.push(`register ${remotes.map(({ name }) => name)}${force ? ' anew' : ''}`);
      if (force) remembered = undefined;
    },
    async loadRemote(request) {
      if (remembered) throw remembered;
      log.push(`load ${request}`);
      try {
        return answers.shift()?.();
      } catch (error) {
        remembered = error as Error;
        throw error;
      }
    },
  };
  return { runtime, log };
}

const offline = () => {
  throw new Error('offline');
};

test('a module is asked for once, however often it is wanted', async () => {
  const { runtime, log } = networkOf([() => 'home']);
  const loader = createLoader(registry, runtime);
  const wanted = [loader.load(catalog, './Home'), loader.load(catalog, './Home')];
  expect(await Promise.all(wanted)).toEqual(['home', 'home']);
  expect(log).toEqual(['register mfe_catalog', 'load mfe_catalog/Home']);
});

test('a failure names the remote, and the next wish asks the network again', async () => {
  const { runtime, log } = networkOf([offline, () => 'home']);
  const loader = createLoader(registry, runtime);
  const failure = await loader.load(catalog, './Home').catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(RemoteLoadError);
  expect((failure as RemoteLoadError).remote.id).toBe('mfe-catalog');
  expect(await loader.load(catalog, './Home')).toBe('home');
  expect(log.at(-2)).toBe('register mfe_catalog anew');
});

test('a module that the container does not hold is a failure too', async () => {
  const loader = createLoader(registry, networkOf([() => null]).runtime);
  await expect(loader.load(catalog, './Home')).rejects.toThrow('./Home could not be loaded');
});
