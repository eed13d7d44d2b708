interface Scheduler {
  readonly yield?: () => Promise<void>;
}

/** Lets the browser paint, and respond to input, before the work goes on. */
export function nextTask(): Promise<void> {
  const { scheduler } = globalThis as { readonly scheduler?: Scheduler };
  return scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));
}
