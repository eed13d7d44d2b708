import { whenIdle } from '@patchwork/ui';

/** For a fragment that is part of the first screen of every page. */
export const atOnce = (): Promise<void> => Promise.resolve();

/** For a fragment that adds to what the frame shows already: nothing of the page waits for it. */
export const whenPageIsIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') whenIdle(resolve);
    else window.addEventListener('load', () => whenIdle(resolve), { once: true });
  });
