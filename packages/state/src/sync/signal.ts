/** Lets async code wait until something may have changed. Each `notify` ends every wait before it. */
export interface Signal {
  wait: () => Promise<void>;
  notify: () => void;
}

export function createSignal(): Signal {
  let waiting: (() => void)[] = [];
  return {
    wait: () =>
      new Promise((resolve) => {
        waiting.push(resolve);
      }),
    notify() {
      const resolved = waiting;
      waiting = [];
      for (const resolve of resolved) resolve();
    },
  };
}
