import { createApi } from '@patchwork/api';
import type { Remotes } from '@patchwork/host/remotes';
import { RouterProvider } from '@patchwork/host/router';
import { createMemoryRouter } from '@patchwork/host/router/testing';
import { type MockedRemotes, startMock } from '@patchwork/mock-server';
import { createShopStore, RemotesContext } from '@patchwork/shop/state/host';
import { logIn, testPathTo } from '@patchwork/shop/state/testing';
import { render, screen, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { Provider } from 'jotai';
import { answerImport, type ImportOrder } from './import/answer-import.ts';
import { RequestTester } from './RequestTester.tsx';
import './test-response.ts';

interface Visit {
  /** Query of the page's address, including '?'. */
  readonly search?: string;
  readonly isLoggedIn?: boolean;
  /** The page's remotes, as far as the tester needs them; none by default. */
  readonly remotes?: MockedRemotes;
}

/**
 * Whether a test is running. If not, calls get no response: stores of earlier tests still make calls, for example when
 * the browser goes online.
 */
let isOpen = false;

const noResponse = new Promise<never>(() => undefined);

/** Renders the tester with a store, a router and the real mock without its delay. */
export async function openTester({ search = '', isLoggedIn = false, remotes }: Visit = {}) {
  isOpen = true;
  const store = createShopStore({
    pathTo: testPathTo,
    connect: (auth) =>
      createApi({
        baseUrl: '',
        ready: async () => void (await (isOpen ? startMock({ delay: 0 }) : noResponse)),
        ...auth,
      }),
    navigate: () => undefined,
  });
  if (isLoggedIn) await logIn(store);
  const router = createMemoryRouter([{ path: '/mockman', Component: RequestTester }], {
    initialEntries: [`/mockman${search}`],
  });
  render(
    <Provider store={store}>
      <RemotesContext value={remotes as Remotes | undefined}>
        <RouterProvider router={router} />
      </RemotesContext>
    </Provider>,
  );
  return { store, router, user: userEvent.setup() };
}

/** Worker of an import, in the page: a test's environment has no workers. */
export class ImportWorker extends EventTarget {
  isTerminated = false;

  postMessage(order: ImportOrder) {
    answerImport(order, (data) => {
      if (!this.isTerminated) this.dispatchEvent(new MessageEvent('message', { data }));
    }).catch((cause) => this.dispatchEvent(new ErrorEvent('error', { message: String(cause) })));
  }

  terminate() {
    this.isTerminated = true;
  }
}

export const panel = () => within(screen.getByRole('region', { name: 'Response' }));
export const endpoint = () => screen.getByPlaceholderText('Enter your endpoint');
export const submit = (user: UserEvent) =>
  user.click(screen.getByRole('button', { name: 'Submit' }));

/** Opens the tester with a request to this path, and sends it. */
export async function submitRequest(path: string, { search = '?', ...visit }: Visit = {}) {
  const opened = await openTester({ search: `${search}&endpoint=${path}`, ...visit });
  await submit(opened.user);
  return opened;
}

export async function leave() {
  isOpen = false;
  (await startMock()).shutdown();
}
