/** Runs a task when the browser has nothing else to do. Safari has no requestIdleCallback; a short wait does as well. */
export function whenIdle(task: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(task, { timeout: 2000 });
  else setTimeout(task, 200);
}
