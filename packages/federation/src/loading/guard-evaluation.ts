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
 * Runs a module's factory, one at a time. A note is stored while it runs, so that the next page knows the
 * version whose code never returned. Such a version is not run again as long as that is remembered: the
 * promise rejects.
 */
function evaluate<T>({ id, version }: ActiveRemote, factory: () => T): Promise<T> {
  const evaluation = last.then(async () => {
    if (hasHung({ remote: id, version })) throw new Error('its code did not return the last time');
    isRunning = beginEvaluation(id, version);
    try {
      // Firefox passes stored values on to other pages only when the task that stored them ends.
      if (isRunning) await nextTask();
      // Wrapped in an object, so that a module that awaits something else is not waited for.
      return { module: factory() };
    } finally {
      end();
    }
  });
  last = evaluation.catch(() => undefined);
  return evaluation.then(({ module }) => module);
}

/**
 * Tells the next page which remote's code never returned. Code from a development server changes with each edit,
 * and is left out.
 */
export function guardEvaluation(): RuntimeOptions['evaluate'] {
  // Leaving the page before the code runs is not a failure.
  addEventListener('pagehide', end);
  return (version, factory) =>
    !version || isInDevelopment(version.entry) ? factory() : evaluate(version, factory);
}
