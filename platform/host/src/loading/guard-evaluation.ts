import type { ActiveRemote } from '../registry/active-remotes.ts';
import { isInDevelopment } from '../registry/registry.ts';
import { beginEvaluation, endEvaluation, hasHung } from '../visitor/failed-versions.ts';
import type { RuntimeOptions } from './container-runtime.ts';
import { nextTask } from './next-task.ts';

let last: Promise<unknown> = Promise.resolve();
let isRunning = false;

function end(): void {
  if (isRunning) endEvaluation();
  isRunning = false;
}

/**
 * Evaluates a remote's module once all earlier modules have been evaluated. Stores the version meanwhile, so that the
 * next page can tell which one hung. Rejects if the version has hung before.
 */
function evaluate<T>({ id, version }: ActiveRemote, factory: () => T): Promise<T> {
  const evaluation = last.then(async () => {
    if (hasHung({ remote: id, version })) throw new Error('its code did not return the last time');
    isRunning = beginEvaluation(id, version);
    try {
      // Firefox makes stored values visible to other pages only at the end of the task.
      if (isRunning) await nextTask();
      // Wrapped in an object, so that a module that is a promise is not awaited.
      return { module: factory() };
    } finally {
      end();
    }
  });
  last = evaluation.catch(() => undefined);
  return evaluation.then(({ module }) => module);
}

/**
 * Returns an `evaluate` that stores which version's code is running, so that the next page load can tell which one
 * hung. It rejects for a version that has hung before. Code from a development server is not guarded, because it
 * changes with each edit; nor is code of an unknown version.
 */
export function guardEvaluation(): RuntimeOptions['evaluate'] {
  // Leaving the page early is not a failure of the code.
  addEventListener('pagehide', end);
  return (version, factory) =>
    !version || isInDevelopment(version.entry) ? factory() : evaluate(version, factory);
}
