import { demoAccount } from '@patchwork/domain';
import { expect, test, vi } from 'vitest';
import { createMock } from '../create-mock.ts';
import { answer, dispatch } from './dispatch.ts';
import type { Server } from './server.ts';

const server = (): Server => createMock({ isKept: false }).server;

const request = { params: {}, query: new URLSearchParams(), headers: {}, body: '' };

test('a handler that throws causes a 500 without the error’s message or stack, which are logged', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  const bug = new Error('users is undefined');
  const throwing: Server = {
    ...server(),
    handlers: {
      listProducts: () => {
        throw bug;
      },
    },
  };
  expect(await dispatch(throwing, 'listProducts', request)).toEqual({
    status: 500,
    body: {
      error: { message: 'Something went wrong on the server. Please try again.' },
      code: 'unexpected',
    },
  });
  expect(logged).toHaveBeenCalledWith(expect.any(String), bug);
});

test('a handler that rejects causes a 500 too', async () => {
  vi.spyOn(console, 'error').mockReturnValue();
  const rejecting: Server = {
    ...server(),
    handlers: { login: () => Promise.reject(new Error('no')) },
  };
  const body = JSON.stringify({ email: 'a', password: 'b' });
  const { status } = await dispatch(rejecting, 'login', { ...request, body });
  expect(status).toBe(500);
});

test('the token is checked before the body', async () => {
  const { status } = await dispatch(server(), 'addToCart', { ...request, body: 'not json' });
  expect(status).toBe(401);
});

test('two concurrent signups with the same email create one user', async () => {
  const one = server();
  const body = JSON.stringify({ email: 'twin@patchwork.example', password: 'x' });
  const answers = await Promise.all([
    dispatch(one, 'signup', { ...request, body }),
    dispatch(one, 'signup', { ...request, body }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 422]);
});

test('concurrent removals all take effect: none restores what another removed', async () => {
  const one = server();
  const body = JSON.stringify(demoAccount);
  const login = await dispatch(one, 'login', { ...request, body });
  const headers = { authorization: String(Reflect.get(login.body, 'encodedToken')) };
  const ids = ['chikankari-tunic', 'patch-pocket-dungarees', 'marigold-anarkali-dress'];
  for (const _id of ids) {
    const product = { product: one.data.products.find((each) => each._id === _id) };
    await dispatch(one, 'addToCart', { ...request, headers, body: JSON.stringify(product) });
  }
  // A browser may verify both tokens before either call proceeds.
  vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(true);
  await Promise.all(
    ids.map((productId) =>
      dispatch(one, 'removeFromCart', { ...request, headers, params: { productId } }),
    ),
  );
  expect(one.data.findUser(demoAccount.email)?.cart).toEqual([]);
});

test('a path with a “%” that encodes nothing is answered as an unknown one', async () => {
  expect((await answer(server(), '/api/products/%')).status).toBe(404);
});
