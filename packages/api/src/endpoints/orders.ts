import * as v from 'valibot';
import type { Endpoint } from '../endpoint.ts';
import { listOf } from '../list.ts';
import { orderResponse } from '../order.ts';

export const orderEndpoints = {
  listOrders: {
    method: 'GET',
    path: '/api/user/orders',
    access: 'login',
    status: 200,
    response: v.object({ orders: listOf(orderResponse) }),
  },
} as const satisfies Record<string, Endpoint>;
