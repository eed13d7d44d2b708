/**
 * Runs a task when the browser is idle, after two seconds at the latest. In Safari, which lacks requestIdleCallback,
 * runs it after 200 ms.
 */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
