import * as v from 'valibot';
import {
  checkoutBody,
  checkoutResponse,
  checkoutSchema,
  confirmationBody,
  outcomeBody,
  settledResponse,
  simulationResponse,
} from '../checkout.ts';
import type { Endpoint } from '../endpoint.ts';
import { orderResponse } from '../order.ts';

/** A checkout holds its price, its stock and its payment from its opening until it is paid or closed. */
export const checkoutEndpoints = {
  /** The open ones: at most one. */
  listCheckouts: {
    method: 'GET',
    path: '/api/user/checkouts',
    access: 'login',
    status: 200,
    response: v.object({ checkouts: v.array(checkoutSchema) }),
  },
  openCheckout: {
    method: 'POST',
    path: '/api/user/checkouts',
    access: 'login',
    status: 201,
    body: checkoutBody,
    response: checkoutResponse,
  },
  /** Asks the provider about an open one: if it was paid, it becomes its order; else it closes when it is over. */
  settleCheckout: {
    method: 'POST',
    path: '/api/user/checkouts/:key/settlement',
    access: 'login',
    status: 200,
    response: settledResponse,
  },
  confirmCheckout: {
    method: 'POST',
    path: '/api/user/checkouts/:key/confirmation',
    access: 'login',
    status: 201,
    body: confirmationBody,
    response: v.object({ order: orderResponse }),
  },
  /** One that was paid is not closed: it becomes its order. */
  cancelCheckout: {
    method: 'DELETE',
    path: '/api/user/checkouts/:key',
    access: 'login',
    status: 200,
    response: checkoutResponse,
  },
  /** What a payment window does where no real provider is configured. */
  simulatePayment: {
    method: 'POST',
    path: '/api/simulator/orders/:orderId/payment',
    access: 'login',
    status: 201,
    body: outcomeBody,
    response: simulationResponse,
  },
} as const satisfies Record<string, Endpoint>;
