import { whenIdle } from '@patchwork/ui';

/** Resolves when the page has loaded and is idle: for what adds to a frame that can already be used. */
export const whenPageIsIdle = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.readyState === 'complete') whenIdle(resolve);
    else window.addEventListener('load', () => whenIdle(resolve), { once: true });
  });
