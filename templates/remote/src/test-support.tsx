import { createApi } from '@patchwork/api';
import { ok, type Session } from '@patchwork/domain';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore, loginAtom } from '@patchwork/state';
import { testPathTo } from '@patchwork/state/testing';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';

export const asha: Session = {
  token: 'token-of-asha',
  user: { name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha@patchwork.example' },
};

const noServer = () => Promise.reject(new Error('a call that is not part of this test'));

/** One page with a store and a router of its own; no one is logged in by default. */
export async function openPage(Component: ComponentType, session?: Session): Promise<void> {
  const router = createMemoryRouter([{ path: '*', Component }]);
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) => ({
      ...createApi({ ...auth, baseUrl: '', ready: noServer }),
      ...(session && { login: async () => ok(session) }),
    }),
    navigate: (to, options) => void router.navigate(to, options),
  });
  if (session) await store.set(loginAtom, { email: session.user.email, password: 'needle' });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
