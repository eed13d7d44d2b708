import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

// Milliseconds. The first toast loads its library, which takes over a second on a busy machine.
configure({ asyncUtilTimeout: 10_000 });

afterEach(cleanup);

// A page of the file before may have started the mock at its end. Its network is gone with that file's window.
Reflect.deleteProperty(globalThis, Symbol.for('patchwork.mock'));

// happy-dom has no Web Locks. This replacement runs the callback at once, because no other page can hold a lock.
if (!navigator.locks) {
  const request = (_name: string, ...options: readonly unknown[]) =>
    (options.at(-1) as () => unknown)();
  Object.defineProperty(navigator, 'locks', { value: { request }, configurable: true });
}

// happy-dom has no popovers, so none is ever open.
HTMLElement.prototype.hidePopover ??= () => undefined;
