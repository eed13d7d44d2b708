import { MAX_LENGTH } from '@patchwork/domain';
import * as v from 'valibot';
import { asIs, type Endpoint } from './endpoint.ts';

const alertsResponse = v.object({
  /** Whether the shop can send mails. */
  isOffered: v.boolean(),
  alerts: v.array(
    v.object({
      productId: v.string(),
      /** Whether the shopper's email is confirmed. Otherwise a mail asks to confirm it, for a day. */
      isConfirmed: v.boolean(),
    }),
  ),
});

/**
 * Calls about mails that tell, once, that a product is in stock again: for a shopper, or for an address that confirms it.
 */
export const stockAlertEndpoints = {
  /** Says whether the shop can send such mails. */
  getStockAlertOffer: {
    method: 'GET',
    path: '/api/stock-alerts',
    access: 'open',
    status: 200,
    response: v.object({ isOffered: v.boolean() }),
  },
  /** Mails a link that confirms the address. The response is the same whether the address is known or not. */
  askStockAlert: {
    method: 'POST',
    path: '/api/stock-alerts/:productId',
    access: 'open',
    status: 200,
    body: asIs(
      v.object({ email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_LENGTH.email)) }),
    ),
    response: v.object({}),
  },
  /** Confirms an address, or ends all mails to it, given the token from a mail. */
  followStockAlertLink: {
    method: 'POST',
    path: '/api/stock-alert-links',
    access: 'open',
    status: 200,
    body: asIs(
      v.object({
        token: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
        action: v.picklist(['confirm', 'stop']),
      }),
    ),
    response: v.object({ productId: v.string() }),
  },
  /** Lists the products that the shopper waits for. */
  listStockAlerts: {
    method: 'GET',
    path: '/api/user/stock-alerts',
    access: 'login',
    status: 200,
    response: alertsResponse,
  },
  addStockAlert: {
    method: 'POST',
    path: '/api/user/stock-alerts/:productId',
    access: 'login',
    status: 201,
    response: alertsResponse,
  },
  removeStockAlert: {
    method: 'DELETE',
    path: '/api/user/stock-alerts/:productId',
    access: 'login',
    status: 200,
    response: alertsResponse,
  },
} as const satisfies Record<string, Endpoint>;
