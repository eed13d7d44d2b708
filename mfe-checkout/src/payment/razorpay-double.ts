/** What the tests put in the place of Razorpay's script: its documented constructor and events. */
import { vi } from 'vitest';
import type { Razorpay, RazorpayFailure, RazorpayOptions } from './razorpay.ts';

type Failed = (failure: RazorpayFailure) => void;

/** A window that Razorpay would have opened, in the test's hands. */
export interface OpenedWindow {
  readonly options: RazorpayOptions;
  readonly fail: (failure: RazorpayFailure) => void;
  isOpen: boolean;
}

const createRazorpayDouble = (opened: OpenedWindow[]): Razorpay =>
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

/** Stands in for the network: each script that is asked for comes, fails, or is something else. */
export function serveRazorpay(...answers: ('script' | 'error' | 'nonsense')[]) {
  const opened: OpenedWindow[] = [];
  const asked: string[] = [];
  Reflect.deleteProperty(window, 'Razorpay');
  vi.spyOn(document.head, 'append').mockImplementation((script) => {
    if (!(script instanceof HTMLScriptElement)) throw new Error('a script is expected');
    asked.push(script.src);
    const answer = answers[asked.length - 1] ?? 'script';
    if (answer === 'script') Reflect.set(window, 'Razorpay', createRazorpayDouble(opened));
    queueMicrotask(() => script.dispatchEvent(new Event(answer === 'error' ? 'error' : 'load')));
  });
  return { opened, asked };
}
