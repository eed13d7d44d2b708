import { getInstance } from '@module-federation/enhanced/runtime';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { entryMark, whenLoadEnds } from './page-elements.ts';
import { entryHash } from './version-files.ts';

/** Container interface, as webpack defines it and other bundlers implement it. */
interface Container {
  /** Initialises the container with the page's share scope. Throws or rejects if the container refuses it. */
  readonly init: (shareScope: object) => unknown;
  /** Resolves to the factory of the module './<name>'. Throws or rejects if the container has no such module. */
  readonly get: (module: string) => Promise<() => unknown>;
}

/** Loads modules from containers. A container name has one address at a time. */
export interface ContainerRuntime {
  /** Sets the address of a container's entry, and discards the container that was loaded before. */
  readonly register: (container: string, entry: string) => void;
  /** Loads the module '<container>/<name>'. Rejects if that fails; the next call then tries again. */
  readonly loadRemote: (request: string) => Promise<unknown>;
}

export interface RuntimeOptions {
  /** Returns all versions of remotes that this page knows, with the hashes of their entries if they are known. */
  readonly versions: () => readonly ActiveRemote[];
  readonly evaluate: <T>(version: ActiveRemote | undefined, factory: () => T) => T | Promise<T>;
}

/** Returns an address without its query, which only bypasses caches. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}

/** Loads an entry's script. With a hash (Subresource Integrity), the browser runs only the published file. */
async function runEntry(name: string, src: string, integrity: string | undefined): Promise<void> {
  const script = document.createElement('script');
  Object.assign(script, { src, ...(integrity && { integrity, crossOrigin: 'anonymous' }) });
  script.setAttribute(entryMark, name);
  document.head.append(script);
  await whenLoadEnds(script);
  script.remove();
}

/** Creates a runtime that loads containers into the page and initialises them with the shell's share scope. */
export function createContainerRuntime({ versions, evaluate }: RuntimeOptions): ContainerRuntime {
  const entries = new Map<string, string>();
  const containers = new Map<string, Promise<Container>>();

  const versionOf = (container: string): ActiveRemote | undefined => {
    const address = addressOf(entries.get(container) ?? '');
    return versions().find(({ entry }) => addressOf(entry) === address);
  };

  async function open(name: string): Promise<Container> {
    const entry = entries.get(name);
    if (entry === undefined) throw new Error(`${name} is not registered`);
    const version = versionOf(name);
    // If the new script failed, the previous container's global variable would be mistaken for the new one.
    Reflect.set(globalThis, name, undefined);
    await runEntry(name, entry, version && entryHash(version));
    const container: Container | undefined = Reflect.get(globalThis, name);
    if (!container) throw new Error(`${entry} could not be loaded, or made no ${name}`);
    await container.init(getInstance()?.shareScopeMap.default ?? {});
    return container;
  }

  return {
    register(container, entry) {
      entries.set(container, entry);
      containers.delete(container);
    },
    async loadRemote(request) {
      const [name = '', module] = request.split('/');
      const opened = containers.get(name) ?? open(name);
      containers.set(name, opened);
      opened.catch(() => containers.get(name) === opened && containers.delete(name));
      const version = versionOf(name);
      const factory = await (await opened).get(`./${module}`);
      return evaluate(version, factory);
    },
  };
}
