// @vitest-environment happy-dom
// Failures of queries are tested in this environment: they are retried by default in browsers only.

import { createShopStore, createTestMock, testPathTo } from '@patchwork/kit/testing';
import { aProduct } from '@patchwork/kit/testing/samples';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { productAtom } from './products.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

function openShop() {
  const mock = createTestMock({ products: [aProduct({ id: 'shirt', title: 'Shirt' })] });
  const { connect } = mock;
  return {
    ...mock,
    store: createShopStore({ connect, navigate: vi.fn(), pathTo: testPathTo }),
    /** Waits until queries have notified, which they do in a task of their own. */
    async idle() {
      await mock.idle();
      await new Promise((resolve) => setTimeout(resolve));
    },
  };
}

describe('one product', () => {
  test('is loaded by its id, once for all atoms of it', async () => {
    const { store, idle, calls } = openShop();
    store.sub(productAtom('shirt'), () => {});
    await idle();
    const again = productAtom('shirt');
    store.sub(again, () => {});
    await idle();
    expect(store.get(again).data?.title).toBe('Shirt');
    expect(calls.map(({ name }) => name)).toEqual(['getProduct']);
  });

  test('is an error with the response’s status if it is unknown', async () => {
    const { store, idle } = openShop();
    const ghost = productAtom('ghost');
    store.sub(ghost, () => {});
    await idle();
    expect(store.get(ghost)).toMatchObject({
      isError: true,
      error: { kind: 'status', status: 404 },
    });
    expect(vi.mocked(console.error).mock.calls).toEqual([
      ['Loading product/ghost failed:', expect.objectContaining({ status: 404 })],
    ]);
  });

  test('is pending when it is loaded again after a failure', async () => {
    const { store, fail, hold, idle } = openShop();
    fail({ getProduct: 500 });
    const leave = store.sub(productAtom('shirt'), () => {});
    await idle();
    leave();
    fail({});
    const release = hold('getProduct');
    const again = productAtom('shirt');
    store.sub(again, () => {});
    await idle();
    expect(store.get(again).isPending).toBe(true);
    release();
    await idle();
    expect(store.get(again).data?.title).toBe('Shirt');
  });
});
