import type { Endpoint } from './endpoint.ts';

type Route = Pick<Endpoint, 'method' | 'path' | 'access' | 'status'>;

/**
 * Methods and paths of the operator's calls. Their schemas are in another file, which the mock loads at the first such
 * call.
 */
export const operatorCalls = {
  listAllOrders: { method: 'GET', path: '/api/operator/orders', access: 'operator', status: 200 },
  findAnyOrder: {
    method: 'GET',
    path: '/api/operator/orders/:order',
    access: 'operator',
    status: 200,
  },
  changeOrder: {
    method: 'POST',
    path: '/api/operator/orders/:order',
    access: 'operator',
    status: 200,
  },
  listStock: { method: 'GET', path: '/api/operator/products', access: 'operator', status: 200 },
  changeProduct: {
    method: 'POST',
    path: '/api/operator/products/:productId',
    access: 'operator',
    status: 200,
  },
  listShoppers: { method: 'GET', path: '/api/operator/shoppers', access: 'operator', status: 200 },
  changeShopper: {
    method: 'POST',
    path: '/api/operator/shoppers/:shopper',
    access: 'operator',
    status: 200,
  },
  exportShopper: {
    method: 'GET',
    path: '/api/operator/shoppers/:shopper/data',
    access: 'operator',
    status: 200,
  },
  deleteShopper: {
    method: 'DELETE',
    path: '/api/operator/shoppers/:shopper',
    access: 'operator',
    status: 200,
  },
} as const satisfies Record<string, Route>;
