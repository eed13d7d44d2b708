import { registerPlugins } from '@module-federation/enhanced/runtime';
import type { ActiveRemote } from '../registry/active-remotes.ts';
import { isInDevelopment } from '../registry/registry.ts';
import { beginEvaluation, endEvaluation, hasHung } from '../visitor/failed-versions.ts';
import { nextTask } from './next-task.ts';
import { entryMark } from './page-elements.ts';
import { entryHash } from './version-files.ts';

/** A file's address without the query, which only serves to bypass caches. */
function addressOf(url: string): string {
  const { origin, pathname } = new URL(url, location.href);
  return origin + pathname;
}

/** The version whose entry has this address. */
const versionAt = (url: string, versions: readonly ActiveRemote[]): ActiveRemote | undefined =>
  versions.find(({ entry }) => addressOf(entry) === addressOf(url));

/**
 * Makes the browser run a remote's entry only when it is the one that was published. The entry has the
 * hashes of its own chunks. `versions` returns all that are known at the time.
 */
export function enforceIntegrity(versions: () => readonly ActiveRemote[]): void {
  function integrityOf(url: string): string | undefined {
    const version = versionAt(url, versions());
    return version && entryHash(version);
  }
  registerPlugins([
    {
      name: 'patchwork:integrity',
      createScript({ url, attrs, remoteInfo }) {
        const integrity = integrityOf(url);
        // The runtime sets them on the script that it makes.
        if (attrs && remoteInfo) attrs[entryMark] = remoteInfo.name;
        if (attrs && integrity) Object.assign(attrs, { integrity, crossorigin: 'anonymous' });
      },
    },
  ]);
}

let last: Promise<unknown> = Promise.resolve();
let isRunning = false;

function end(): void {
  if (isRunning) endEvaluation();
  isRunning = false;
}

/**
 * Runs a module's factory, one at a time. A note is stored while it runs, so that the next page knows the
 * version whose code never returned. Such a version is not run again as long as that is remembered: the
 * promise rejects.
 */
function evaluate<T>({ id, version }: ActiveRemote, factory: () => T): Promise<T> {
  const evaluation = last.then(async () => {
    if (hasHung({ remote: id, version })) throw new Error('its code did not return the last time');
    isRunning = beginEvaluation(id, version);
    try {
      // Firefox passes on what a task has stored when that task ends.
      if (isRunning) await nextTask();
      // In an object: a module that awaits something else is not waited for.
      return { module: factory() };
    } finally {
      end();
    }
  });
  last = evaluation.catch(() => undefined);
  return evaluation.then(({ module }) => module);
}

/**
 * Makes code of a remote that never returns known to the next page. `versions` returns all that are known at
 * the time. What comes from a development server changes with each edit, and is left out.
 */
export function guardEvaluation(versions: () => readonly ActiveRemote[]): void {
  // A page that is left before the code runs is no failure.
  addEventListener('pagehide', end);
  registerPlugins([
    {
      name: 'patchwork:evaluation',
      async getModuleFactory({ remoteEntryExports, expose, moduleInfo }) {
        const version = versionAt(moduleInfo.entry, versions());
        const factory = await remoteEntryExports.get(expose);
        if (!version || isInDevelopment(version.entry)) return factory;
        return () => evaluate(version, factory);
      },
    },
  ]);
}
