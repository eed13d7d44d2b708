import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach } from 'vitest';

// Milliseconds. The library of the toasts is loaded with the first toast, which takes over a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

// Each test has a page and a browser of its own. Emptied before the test: a page that is gone may still write.
beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(cleanup);

// Browsers have Web Locks, happy-dom has none: one page of its own waits for no other.
if (!navigator.locks) {
  const request = (_name: string, ...options: readonly unknown[]) =>
    (options.at(-1) as () => unknown)();
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}
