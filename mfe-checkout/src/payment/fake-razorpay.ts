/** A fake of Razorpay's script for tests: its documented constructor and events. */
import { vi } from 'vitest';
import type { Razorpay, RazorpayFailure, RazorpayOptions } from './razorpay.ts';

type Failed = (failure: RazorpayFailure) => void;

/** A window that Razorpay would have opened. The test controls it. */
export interface OpenedWindow {
  readonly options: RazorpayOptions;
  readonly fail: (failure: RazorpayFailure) => void;
  isOpen: boolean;
}

const createFakeRazorpay = (opened: OpenedWindow[]): Razorpay =>
  class {
    readonly window: OpenedWindow;
    constructor(options: RazorpayOptions) {
      const listeners: Failed[] = [];
      this.listeners = listeners;
      this.window = {
        options,
        isOpen: false,
        fail: (failure) => {
          for (const listener of listeners) listener(failure);
        },
      };
    }
    private readonly listeners: Failed[];
    open() {
      this.window.isOpen = true;
      opened.push(this.window);
    }
    close() {
      if (!this.window.isOpen) return;
      this.window.isOpen = false;
      this.window.options.modal.ondismiss();
    }
    on(_event: 'payment.failed', listener: Failed) {
      this.listeners.push(listener);
    }
  };

/** Replaces the loading of scripts: each requested script arrives, fails, or is another one. */
export function serveRazorpay(...results: ('script' | 'error' | 'nonsense')[]) {
  const opened: OpenedWindow[] = [];
  const requested: string[] = [];
  Reflect.deleteProperty(window, 'Razorpay');
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('a script is expected');
    requested.push(script.src);
    const result = results[requested.length - 1] ?? 'script';
    if (result === 'script') Reflect.set(window, 'Razorpay', createFakeRazorpay(opened));
    queueMicrotask(() => script.dispatchEvent(new Event(result === 'error' ? 'error' : 'load')));
  });
  return { opened, requested };
}
