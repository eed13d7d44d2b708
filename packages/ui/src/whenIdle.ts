/** Runs a task when the browser is idle. Safari lacks requestIdleCallback and uses a short timeout. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
