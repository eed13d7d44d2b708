/** Mock for the tests of every piece. It needs no page, keeps its data in memory and answers without delay. */
import { type Api, type ApiOptions, createApi, encodeProduct } from '@patchwork/api';
import type { OwnApi } from '@patchwork/api/own-api';
import { findRoute, isApiPath, matchPath } from '@patchwork/api/routes';
import { encodeAddress, encodeLine } from '@patchwork/api/wire';
import {
  type Address,
  demoAccount,
  type LineItem,
  type Order,
  type Product,
  type Session,
  timestamp,
} from '@patchwork/domain';
import * as v from 'valibot';
import { answer } from './api/dispatch.ts';
import { interceptFetch } from './api/intercept.ts';
import { pageOrigin, sourceFor, sourceOf } from './api/own-apis.ts';
import type { CallName, Failure, MockControl } from './control/control.ts';
import { createControl } from './control/create-control.ts';
import { createMock } from './create-mock.ts';
import { rowSchemas } from './data/rows.ts';
import { sampleTables } from './data/sample-tables.ts';

/** Data that replaces the sample's. Everything but the products belongs to Asha, the demo account's shopper. */
export interface FirstData {
  readonly products?: readonly Product[];
  readonly cart?: readonly LineItem[];
  readonly wishlist?: readonly Product[];
  readonly addresses?: readonly Address[];
  readonly orders?: readonly Order[];
  /** APIs of remotes' own that the mock answers too. */
  readonly apis?: readonly OwnApi[];
}

type Client = Pick<ApiOptions, 'getToken' | 'onUnauthorized'> &
  Partial<Pick<ApiOptions, 'observe'>>;

export interface TestMock {
  readonly control: MockControl;
  /** Received calls in order, with their bodies as sent. */
  readonly calls: readonly { readonly name: CallName; readonly body: unknown }[];
  /** Creates a client of the mock, by default without a session. */
  readonly connect: (client?: Client) => Api;
  /** Answers the page's own `fetch` too, for code that doesn't use the client. Returns a function that ends this. */
  readonly intercept: () => () => void;
  /** Logs in, by default as Asha. Rejects if the mock refuses the login. */
  readonly logIn: (account?: typeof demoAccount) => Promise<Session>;
  /**
   * Makes the given calls fail each time, with a status or as a lost connection, until `fail` is called again; `{}` for
   * none.
   */
  readonly fail: (calls: Readonly<Partial<Record<CallName, Failure['as']>>>) => void;
  /** Holds the calls with these names before they are handled, until the returned function is called. */
  readonly hold: (...names: readonly CallName[]) => () => void;
  /** Resolves once every call has its response, except for held calls. */
  readonly idle: () => Promise<void>;
}

const noOne: Client = { getToken: () => undefined, onUnauthorized: () => {} };

function tablesWith({ products, cart, wishlist, addresses, orders }: FirstData) {
  const now = timestamp(new Date());
  const stamps = { createdAt: now, updatedAt: now };
  const [asha, ...others] = sampleTables.users;
  const changed = {
    ...asha,
    ...(cart && { cart: cart.map((line) => ({ ...encodeLine(line), ...stamps })) }),
    ...(wishlist && { wishlist: wishlist.map((each) => ({ ...encodeProduct(each), ...stamps })) }),
    ...(addresses && { addresses: addresses.map(encodeAddress) }),
    ...(orders && {
      orders: orders.map(({ id: _id, lines, address, ...order }) => ({
        ...order,
        _id,
        lines: lines.map(encodeLine),
        address: encodeAddress(address),
      })),
    }),
  };
  return {
    ...sampleTables,
    ...(products && { products: products.map(readProduct) }),
    users: [v.parse(rowSchemas.users, changed), ...others],
  };
}

const readProduct = (product: Product) => v.parse(rowSchemas.products, encodeProduct(product));

/** Returns a body's value; the text itself if it is no JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Returns the name of the call that a request makes; undefined if there is none. */
function nameOf(apis: readonly OwnApi[], method: string, url: string): CallName | undefined {
  const { origin, pathname } = new URL(url, pageOrigin());
  const route = origin === pageOrigin() ? findRoute(method, pathname) : undefined;
  if (route) return 'name' in route ? route.name : undefined;
  const own = apis
    .flatMap(({ endpoints }) => Object.values(endpoints))
    .find((each) => {
      const pattern = new URL(each.path, pageOrigin());
      const isThere = pattern.origin === origin && each.method === method;
      return isThere && matchPath(pattern.pathname, pathname);
    });
  return own && `${own.method} ${own.path}`;
}

export function createTestMock(data: FirstData = {}): TestMock {
  const sources = (data.apis ?? []).flatMap(sourceFor);
  // An operator moves the orders on. Otherwise an old order in the given data would be delivered at once.
  const { server, options } = createMock({
    ...{ tables: tablesWith(data), isKept: false, isWarehouseByHand: true },
    own: () => sources,
  });
  const control = createControl(server.state, server.failures, options);
  const calls: { name: CallName; body: unknown }[] = [];
  const held = new Map<CallName, Promise<void>>();
  const underWay = new Set<Promise<Response>>();

  const fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const name = nameOf(data.apis ?? [], init.method ?? 'GET', url);
    if (name !== undefined) {
      const body = typeof init.body === 'string' ? parseJson(init.body) : undefined;
      calls.push({ name, body });
      await held.get(name);
    }
    const response = answer(server, url, init);
    underWay.add(response);
    return response.finally(() => underWay.delete(response));
  };
  const connect = (client = noOne): Api => createApi({ ...client, baseUrl: '', fetch });

  return {
    control,
    calls,
    connect,
    intercept: () =>
      interceptFetch({
        covers: (url) =>
          sourceOf(sources, url) !== undefined ||
          (url.origin === pageOrigin() && isApiPath(url.pathname)),
        answer: async (request) => {
          const { url, method, headers } = request;
          const body = await request.text();
          return fetch(url, { method, headers, body: body === '' ? null : body });
        },
      }),
    logIn: async (account = demoAccount) => {
      const session = await connect().login({ body: account });
      if (!session.ok) throw new Error(`${account.email} could not log in`);
      return session.value;
    },
    fail: (failing) => {
      const failures = Object.fromEntries(
        Object.entries(failing).map(([name, as]) => [name, { rate: 1, as: as as Failure['as'] }]),
      );
      const set = control.changeSettings({ failures });
      if (!set.ok) throw new Error(set.error.join('; '));
    },
    hold: (...names) => {
      let release = () => {};
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const name of names) held.set(name, released);
      return () => {
        for (const name of names) held.delete(name);
        release();
      };
    },
    idle: async () => {
      // The client sends calls and reads responses asynchronously. Each iteration gives it a turn.
      do {
        await Promise.allSettled(underWay);
        await new Promise((resolve) => setImmediate(resolve));
      } while (underWay.size > 0);
    },
  };
}
