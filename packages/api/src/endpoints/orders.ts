import type { Endpoint } from '../endpoint.ts';
import { orderPageResponse, orderQuery } from '../order.ts';

export const orderEndpoints = {
  /** The newest first. Orders that are placed while the pages are read change none of the later pages. */
  listOrders: {
    method: 'GET',
    path: '/api/user/orders',
    access: 'login',
    status: 200,
    query: orderQuery,
    response: orderPageResponse,
  },
} as const satisfies Record<string, Endpoint>;
