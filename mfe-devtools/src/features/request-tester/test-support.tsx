import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createApi } from '@patchwork/api';
import { sampleCredentials, startMock } from '@patchwork/mock-server';
import { RouterProvider } from '@patchwork/router';
import { createMemoryRouter } from '@patchwork/router/testing';
import { createShopStore, loginAtom } from '@patchwork/state';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { RequestTester } from './RequestTester.tsx';

const { happyDOM } = window as unknown as { happyDOM: { setURL(url: string): void } };

interface Visit {
  /** The query that the page is opened with, '?' included. */
  readonly search?: string;
  readonly isLoggedIn?: boolean;
}

/** The tester with a store, a router and the real mock, which answers without its delay. */
export const openTester = async ({ search = '', isLoggedIn = false }: Visit = {}) => {
  const store = createShopStore({
    connect: (auth) =>
      createApi({
        baseUrl: '',
        ready: async () => void (await startMock({ delay: 0 })),
        ...auth,
      }),
    navigate: () => undefined,
  });
  if (isLoggedIn) await store.set(loginAtom, sampleCredentials);
  const router = createMemoryRouter([{ path: '/mockman', Component: RequestTester }], {
    initialEntries: [`/mockman${search}`],
  });
  render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  return { store, router, user: userEvent.setup() };
};

export interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A server of the page's own origin, beside the API's paths: it notes what it is asked. */
export const startServer = async (answer: (response: ServerResponse, seen: Seen) => void) => {
  const requests: Seen[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      const seen = { method: request.method, url: request.url, headers: request.headers, body };
      requests.push(seen);
      answer(response, seen);
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  happyDOM.setURL(`http://localhost:${(server.address() as AddressInfo).port}/mockman`);
  return {
    requests,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};
