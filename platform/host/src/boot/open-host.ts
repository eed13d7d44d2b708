import { type ErrorWatch, watchErrors } from '../errors/watch-errors.ts';
import { nextTask } from '../loading/next-task.ts';
import type { Replacement } from './replace-page.tsx';

/** Module with the rest of a shell. Its `start` calls `startHost`. */
interface Shell {
  readonly start: (errors: ErrorWatch) => Promise<Replacement>;
}

/**
 * Opens a shell's page in #root. Each step is a separate task, even the evaluation of the modules, so that the browser
 * can paint the HTML in between.
 */
export async function openHost(load: () => Promise<Shell>): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html holds no #root');
  const errors = watchErrors();
  await nextTask();
  const { replacePage } = await import(/* webpackMode: "eager" */ './replace-page.tsx');
  await nextTask();
  const { start } = await load();
  replacePage(container, await start(errors), errors);
}
