// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest';
import type { PaymentOutcome, PaymentRequest } from './provider.ts';
import {
  createRazorpay,
  type Razorpay,
  type RazorpayFailure,
  type RazorpayOptions,
} from './razorpay.ts';

type Failed = (failure: RazorpayFailure) => void;

/** A window that Razorpay would have opened. The test controls it. */
interface OpenedWindow {
  readonly options: RazorpayOptions;
  readonly fail: (failure: RazorpayFailure) => void;
  isOpen: boolean;
}

/** Creates a stand-in for Razorpay's script, as it is documented: its constructor and events. */
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

/** Replaces the loading of scripts: each requested script arrives, fails, or does not define Razorpay. */
function serveRazorpay(...results: ('script' | 'error' | 'nonsense')[]) {
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

const request: PaymentRequest = {
  key: 'key-1',
  payment: { provider: 'razorpay', orderId: 'order_1' },
  amount: 2719,
  name: 'Asha Rao',
  email: 'asha@patchwork.example',
  mobile: '9876543210',
};

// Each test has a script of its own: one that was loaded is not requested again.
let scriptUrl = '';
let count = 0;
beforeEach(() => {
  count += 1;
  scriptUrl = `https://pay.example.com/${count}.js`;
  vi.spyOn(console, 'error').mockReturnValue();
});

async function openPayment(signal?: AbortSignal) {
  const { opened, requested } = serveRazorpay();
  const provider = createRazorpay({ key: 'rzp_test_1', scriptUrl });
  const outcome = provider.pay(request, signal);
  const shown = await vi.waitFor((): OpenedWindow => {
    const [first] = opened;
    if (!first) throw new Error('nothing opened yet');
    return first;
  });
  return { provider, outcome, shown, opened, requested };
}

test('the window gets the key, the amount in paise, the shop, the shopper and a blue theme', async () => {
  const { shown } = await openPayment();
  expect(shown.options).toMatchObject({
    key: 'rzp_test_1',
    order_id: 'order_1',
    amount: 271900,
    currency: 'INR',
    name: 'Patchwork',
    prefill: { name: 'Asha Rao', email: 'asha@patchwork.example', contact: '+919876543210' },
    notes: { idempotency_key: 'key-1' },
    theme: { color: expect.stringMatching(/^#[0-9a-f]{6}$/) },
    retry: { enabled: false },
  });
});

test.each<[string, (shown: OpenedWindow) => void, PaymentOutcome]>([
  [
    'a success is paid, with Razorpay’s payment ID and signature',
    ({ options }) =>
      options.handler({ razorpay_payment_id: 'pay_1', razorpay_signature: 'signed' }),
    { kind: 'paid', paymentId: 'pay_1', signature: 'signed' },
  ],
  [
    'the first report counts, if a success is reported twice and then a dismissal',
    ({ options }) => {
      for (const id of ['pay_1', 'pay_2']) options.handler({ razorpay_payment_id: id });
      options.modal.ondismiss();
    },
    { kind: 'paid', paymentId: 'pay_1', signature: '' },
  ],
  [
    'closing the window is a dismissal',
    ({ options }) => options.modal.ondismiss(),
    { kind: 'dismissed' },
  ],
  [
    'a failure is declined in the words of Razorpay',
    ({ fail }) => fail({ error: { description: 'Your bank said no.' } }),
    { kind: 'declined', reason: 'Your bank said no.' },
  ],
  [
    'a failure without a description is declined too',
    ({ fail }) => fail({}),
    { kind: 'declined', reason: 'The payment was declined.' },
  ],
])('%s', async (_, end, expected) => {
  const { shown, outcome } = await openPayment();
  end(shown);
  expect(await outcome).toEqual(expected);
  if (expected.kind === 'declined') expect(shown.isOpen).toBe(false);
});

test('the script is loaded once, when the first payment opens', async () => {
  const { provider, shown, opened, requested } = await openPayment();
  shown.options.modal.ondismiss();
  void provider.pay(request);
  await vi.waitFor(() => expect(opened).toHaveLength(2));
  expect(requested).toEqual([scriptUrl]);
});

test.each(['error', 'nonsense'] as const)(
  'a script load that ends in %s is reported, and the next payment tries again',
  async (result) => {
    const { opened, requested } = serveRazorpay(result, 'script');
    const provider = createRazorpay({ key: 'rzp_test_1', scriptUrl });
    expect(await provider.pay(request)).toEqual({
      kind: 'unavailable',
      reason: 'Razorpay could not be reached. Check your connection and try again.',
    });
    void provider.pay(request);
    await vi.waitFor(() => expect(opened).toHaveLength(1));
    expect(requested).toEqual([scriptUrl, scriptUrl]);
  },
);

test('a window that refuses to open is unavailable', async () => {
  serveRazorpay();
  const provider = createRazorpay({ key: 'rzp_test_1', scriptUrl });
  const append = vi.mocked(document.head.append).getMockImplementation();
  vi.mocked(document.head.append).mockImplementation((script) => {
    append?.(script);
    Reflect.set(window, 'Razorpay', function refuse() {
      throw new Error('no key');
    });
  });
  expect(await provider.pay(request)).toMatchObject({ kind: 'unavailable' });
});

test('an aborted payment closes the window and has no outcome', async () => {
  const leaving = new AbortController();
  const { shown, outcome } = await openPayment(leaving.signal);
  leaving.abort(new Error('the page was left'));
  await expect(outcome).rejects.toThrow('the page was left');
  expect(shown.isOpen).toBe(false);
});

test('a payment without an order at Razorpay opens the window without one', async () => {
  const { opened } = serveRazorpay();
  const payment = { provider: 'simulator', orderId: 'order_1' } as const;
  void createRazorpay({ key: 'rzp_test_1', scriptUrl }).pay({ ...request, payment });
  await vi.waitFor(() => expect(opened).toHaveLength(1));
  expect(opened[0]?.options).not.toHaveProperty('order_id');
});
