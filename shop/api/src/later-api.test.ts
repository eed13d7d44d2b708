import { ok } from '@patchwork/domain';
import { expect, test, vi } from 'vitest';
import type { Api } from './client.ts';
import { createLaterApi } from './later-api.ts';

const products = ok({ products: [] });

function recordingApi() {
  const listProducts = vi.fn(async () => products);
  const call = vi.fn(async () => ok('answer'));
  return { listProducts, call, api: { listProducts, call } as unknown as Api };
}

test('the client is loaded by the first call, once', async () => {
  const { api, listProducts } = recordingApi();
  const load = vi.fn(async () => api);
  const later = createLaterApi({ load });
  expect(load).not.toHaveBeenCalled();
  const { signal } = new AbortController();
  expect(await later.listProducts({}, { signal })).toBe(products);
  expect(await later.listProducts({})).toBe(products);
  expect(load).toHaveBeenCalledTimes(1);
  expect(listProducts.mock.calls).toEqual([[{}, { signal }], [{}]]);
});

test('once the client is loaded, a call begins in the caller’s own task, where its stack names the caller', async () => {
  const { api, listProducts } = recordingApi();
  const later = createLaterApi({ load: async () => api });
  await later.listProducts({});
  void later.listProducts({});
  expect(listProducts).toHaveBeenCalledTimes(2);
});

test('a call that has to wait for the client keeps its initiator', async () => {
  const { api, listProducts, call } = recordingApi();
  let current = 'mfe-catalog';
  const create = () => createLaterApi({ load: async () => api, initiator: () => current });
  const answers = [
    create().listProducts({}),
    create().listProducts({}, { initiator: 'queue' }),
    create().call({ method: 'GET', path: '/api/own', access: 'open', response: {} as never }, {}),
  ];
  current = 'shell';
  await Promise.all(answers);
  expect(listProducts.mock.calls).toEqual([
    [{}, { initiator: 'mfe-catalog' }],
    [{}, { initiator: 'queue' }],
  ]);
  expect(call.mock.calls[0]?.slice(1)).toEqual([{}, { initiator: 'mfe-catalog' }]);
});

test('a client that can’t be loaded is a lost connection, and the next call loads it again', async () => {
  const { api } = recordingApi();
  const load = vi.fn(async () => api).mockRejectedValueOnce(new Error('Loading chunk failed'));
  const later = createLaterApi({ load });
  expect(await later.listProducts({})).toEqual({
    ok: false,
    error: { kind: 'network', message: 'Error: Loading chunk failed' },
  });
  expect(await later.listProducts({})).toBe(products);
});
