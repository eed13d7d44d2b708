import { watchErrors } from '../errors/watch-errors.ts';
import { nextTask } from '../loading/next-task.ts';
import type { Host, HostConfig } from './host.ts';

/**
 * Opens the host's page in #root. `loadHost` is called in a task of its own: each step is a separate task, even the
 * evaluation of the modules, so that the browser can paint the HTML in between.
 */
export async function openHost<Config extends HostConfig>(
  loadHost: () => Promise<Host<Config>>,
): Promise<void> {
  const container = document.getElementById('root');
  if (!container) throw new Error('index.html holds no #root');
  const errors = watchErrors();
  await nextTask();
  const { replacePage } = await import(/* webpackMode: "eager" */ './replace-page.tsx');
  await nextTask();
  const { startHost } = await import(/* webpackMode: "eager" */ './start-host.tsx');
  replacePage(container, await startHost(await loadHost(), errors), errors);
}
