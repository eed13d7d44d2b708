import {
  type ApiError,
  action,
  cartAtom,
  serverData,
  servicesAtom,
  sessionAtom,
  sharedValue,
} from '@patchwork/shop';
import {
  type Address,
  type Checkout,
  mapResult,
  ok,
  type Quote,
  type Result,
} from '@patchwork/shop/domain';
import { type Atom, atom } from 'jotai';
import { cartProductsAtom } from './cart.ts';
import { selectedDeliveryAtom } from './delivery.ts';
import { confirmOrderAtom, orderHistoryAtom, placedOrderAtom, takeOrderAtom } from './orders.ts';
import { selectAddressAtom, selectedAddressAtom } from './selected-address.ts';

/**
 * State of a payment, on every page that shows one. A purchase is `idle` until its button is pressed, then `checking`
 * (the prices), `paying` (in the provider's window) and `placed`; `retrying` while the shop is too busy. A payment that an earlier page left open is
 * `looking-up`, then `paid` (it has become an order), `unpaid`, or `unknown`: Razorpay may have received it, but has no
 * order for it that the shop could look up. `failed` has the reason, and allows another try. The API's own record of a
 * payment is the status of a Checkout.
 */
export type PaymentState =
  | { readonly name: 'idle' | 'checking' | 'paying' | 'retrying' | 'placed' }
  | { readonly name: 'looking-up' | 'paid' | 'unpaid' | 'unknown' }
  | { readonly name: 'failed'; readonly problem: string };

export const failed = (problem: string): PaymentState => ({ name: 'failed', problem });

/** Whether a purchase is in progress: from the press of its button until the confirmation opens. */
export const isUnderWay = ({ name }: PaymentState): boolean =>
  name === 'checking' || name === 'paying' || name === 'retrying' || name === 'placed';

const openOnesAtom = serverData<readonly Checkout[]>(() => ({
  key: ['checkouts'],
  scope: 'shopper',
  load: async (api, options) =>
    mapResult(await api.listCheckouts({}, options), ({ checkouts }) => checkouts),
}));

/** The open payment, from this or another device; null if there is none, or until it is known. */
export const pendingPaymentAtom: Atom<Checkout | null> = sharedValue(
  'pendingPaymentAtom',
  ['api'],
  atom((get) => get(openOnesAtom).data?.find(({ status }) => status === 'open') ?? null),
);

/** Whether the open payments are known, or loading them has failed. */
export const isPaymentKnownAtom: Atom<boolean> = sharedValue(
  'isPaymentKnownAtom',
  ['api'],
  atom((get) => {
    const { data, isError } = get(openOnesAtom);
    return data !== undefined || isError;
  }),
);

const takeCheckoutAtom = atom(null, async (get, set, checkout: Checkout): Promise<void> => {
  await set(openOnesAtom, () => (checkout.status === 'open' ? [checkout] : []));
  // The pieces that it had reserved are in stock again.
  if (checkout.status === 'closed') void get(cartProductsAtom).refetch();
});

/** Maximum number of times that a call is repeated, and maximum pause before each. */
const MAX_RETRIES = 3;
const MAX_PAUSE_SECONDS = 10;

/** Returns the pause that the API asks for before the call is repeated; undefined if it must not be. */
const pauseAfter = (error: ApiError): number | undefined =>
  error.kind === 'status' && error.status === 503 ? error.retryAfterSeconds : undefined;

interface Patience {
  /** Called before each pause. */
  readonly onRetry?: (() => void) | undefined;
  /** Whether the call may still be repeated after a pause. */
  readonly isWanted: () => boolean;
}

/**
 * Makes a call, and repeats it if the API can't answer now and says when to try again (503 with Retry-After). Only for
 * calls that change nothing when repeated. The pauses vary, so that shoppers who were refused together don't return
 * together.
 */
async function callPatiently<T>(
  call: () => Promise<Result<T, ApiError>>,
  { onRetry, isWanted }: Patience,
): Promise<Result<T, ApiError>> {
  for (let retries = 0; ; retries += 1) {
    const answer = await call();
    const seconds = answer.ok ? undefined : pauseAfter(answer.error);
    if (seconds === undefined || seconds > MAX_PAUSE_SECONDS || retries === MAX_RETRIES) {
      return answer;
    }
    onRetry?.();
    const pauseMs = seconds * 1000 * (1 + Math.random() / 2);
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    if (!isWanted()) return answer;
  }
}

interface Purchase extends Pick<Patience, 'onRetry'> {
  /** Idempotency key, a UUID that the caller creates: two requests with the same key open only one payment. */
  readonly key: string;
  readonly quote: Quote;
  readonly address: Address;
  /** Present to pay in cash on delivery, for this fee in whole rupees. */
  readonly cashOnDelivery?: { readonly fee: number };
  /** Signal after which the payment is not opened any more. */
  readonly signal?: AbortSignal;
}

/**
 * Asks the API to price the cart and open a payment. If that fails, for example because the cart has changed, something
 * is out of stock or another payment is open, resolves to an error: the message to show.
 */
export const openPaymentAtom = action(
  'openPaymentAtom',
  [pendingPaymentAtom],
  async (
    get,
    set,
    { key, quote, address, cashOnDelivery, onRetry, signal }: Purchase,
  ): Promise<Result<Checkout, string>> => {
    const body = {
      ...{ key, addressId: address.id, lines: quote.lines },
      ...(cashOnDelivery && { cashOnDelivery }),
    };
    const session = get(sessionAtom);
    const isWanted = () => !signal?.aborted && get(sessionAtom) === session;
    const opened = await get(servicesAtom).callApi((api) =>
      callPatiently(() => api.openCheckout({ body }), { onRetry, isWanted }),
    );
    if (!opened.ok) {
      // A payment may be open anyway: another one, or this one if only the response was lost.
      void get(openOnesAtom).refetch();
      // The shop may have changed where it delivers, or its terms of cash on delivery.
      void get(selectedDeliveryAtom).refetch();
      return opened;
    }
    await set(takeCheckoutAtom, opened.value.checkout);
    return ok(opened.value.checkout);
  },
);

/** Navigates to the confirmation of a payment that has become an order. */
export const completePaymentAtom = action(
  'completePaymentAtom',
  [pendingPaymentAtom, placedOrderAtom],
  async (_get, set, key: string): Promise<void> => {
    // Keeps the payment's page as it is until the next page is shown.
    await set(confirmOrderAtom, key);
    await set(openOnesAtom, () => []);
  },
);

/** Proof of payment from a provider, and the key of the checkout that was paid. */
interface Confirmation extends Pick<Patience, 'onRetry'> {
  readonly key: string;
  readonly paymentId: string;
  readonly signature: string;
}

/**
 * Turns a payment into its order and navigates to the order's confirmation. If that fails, resolves to an error: the
 * message to show.
 */
export const placeOrderAtom = action(
  'placeOrderAtom',
  [orderHistoryAtom, pendingPaymentAtom, placedOrderAtom, cartAtom],
  async (get, set, { key, onRetry, ...body }: Confirmation): Promise<Result<void, string>> => {
    const session = get(sessionAtom);
    const isWanted = () => get(sessionAtom) === session;
    const confirmed = await get(servicesAtom).callApi((api) =>
      callPatiently(() => api.confirmCheckout({ key, body }), { onRetry, isWanted }),
    );
    if (!confirmed.ok) return confirmed;
    await set(takeOrderAtom, confirmed.value.order);
    await set(completePaymentAtom, key);
    return ok(undefined);
  },
);

/**
 * Checks whether an open payment was made. If so, it has become an order, but stays in `pendingPaymentAtom` until the
 * shopper is shown the confirmation: see `completePaymentAtom`.
 */
export const lookUpPaymentAtom = action(
  'lookUpPaymentAtom',
  [orderHistoryAtom, pendingPaymentAtom, cartAtom],
  async (get, set, key: string): Promise<Result<'paid' | 'unpaid', string>> => {
    const found = await get(servicesAtom).callApi((api) => api.settleCheckout({ key }));
    if (!found.ok) return found;
    const { checkout, order } = found.value;
    if (order) {
      await set(takeOrderAtom, order);
      return ok('paid');
    }
    if (checkout.status !== 'open') await set(takeCheckoutAtom, checkout);
    return ok('unpaid');
  },
);

/** Cancels a payment and selects its address for the next one. If the payment was made already, confirms its order. */
export const discardPaymentAtom = action(
  'discardPaymentAtom',
  [pendingPaymentAtom, orderHistoryAtom, placedOrderAtom, cartAtom, selectedAddressAtom],
  async (get, set, key: string): Promise<Result<void, string>> => {
    const cancelled = await get(servicesAtom).callApi((api) => api.cancelCheckout({ key }));
    if (!cancelled.ok) return cancelled;
    if (cancelled.value.checkout.status === 'paid') {
      const found = await set(lookUpPaymentAtom, key);
      if (!found.ok) return found;
      await set(completePaymentAtom, key);
      return ok(undefined);
    }
    set(selectAddressAtom, cancelled.value.checkout.address.id);
    await set(takeCheckoutAtom, cancelled.value.checkout);
    return ok(undefined);
  },
);

interface SimulatedPayment {
  /** The provider's id of the order to pay. */
  readonly orderId: string;
  readonly outcome: 'success' | 'decline';
}

/**
 * Accepts or declines a payment at the simulated bank, in place of a provider's window. If it is declined or the call
 * fails, resolves to an error: a sentence with the reason.
 */
export const simulatePaymentAtom = action(
  'simulatePaymentAtom',
  [],
  (get, _set, { orderId, outcome }: SimulatedPayment) =>
    get(servicesAtom).callApi((api) => api.simulatePayment({ orderId, body: { outcome } })),
);
