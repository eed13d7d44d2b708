import { type Api, endpoints } from '@patchwork/api';
import { err, ok, type Session } from '@patchwork/domain';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore, loginAtom } from '@patchwork/state';
import { render } from '@testing-library/react';
import { Provider } from 'jotai';
import type { ComponentType } from 'react';

/** Calls that a test does not expect find no server. */
const fakeApi = (calls: Partial<Api>): Api => ({
  ...(Object.fromEntries(
    Object.keys(endpoints).map((name) => [
      name,
      async () => err({ kind: 'network', message: `${name} is not part of this test` }),
    ]),
  ) as Api),
  ...calls,
});

export const asha: Session = {
  token: 'token-of-asha',
  user: { name: 'Asha Rao', firstName: 'Asha', lastName: 'Rao', email: 'asha@patchwork.example' },
};

/** One page with a store and a router of its own; nobody is logged in unless told. */
export async function openPage(Component: ComponentType, session?: Session): Promise<void> {
  const router = createMemoryRouter([{ path: '*', Component }]);
  const store = createShopStore({
    connect: () => fakeApi(session ? { login: async () => ok(session) } : {}),
    navigate: (to, options) => void router.navigate(to, options),
  });
  if (session) await store.set(loginAtom, { email: session.user.email, password: 'needle' });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
}
