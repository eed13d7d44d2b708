/** Mock whose responses arrive when the test says so, or never. For tests only. */

import { createTestMock, type EndpointName } from '@patchwork/kit/testing';
import { anAddress, aProduct } from '@patchwork/kit/testing/samples';
import type { Api, ApiError } from '@patchwork/shop';
import { err, type Result } from '@patchwork/shop/domain';
import type { createBrowser, Tab } from './browser.ts';

export const offline: ApiError = { kind: 'network', message: 'Network Error' };
export const broken: ApiError = { kind: 'status', status: 500, messages: ['The shop is broken.'] };

export const refusedId = 'refused';

export type Quantities = ReadonlyMap<string, number>;

export interface ServerData {
  readonly cart: Quantities;
  readonly wishlist: Quantities;
}

type Response = Result<unknown, ApiError>;

/** Access to the session that a tab's calls belong to, as `createShopStore` provides it. */
interface Auth {
  readonly getToken: () => string | undefined;
  readonly onUnauthorized: () => void;
}

interface Call {
  readonly tab: Tab | undefined;
  readonly auth: Auth;
  readonly token: string | undefined;
  /** List that the call concerns; undefined for other calls. */
  readonly list: keyof ServerData | undefined;
  /** Product that the call concerns; undefined unless the call concerns exactly one. */
  readonly productId: string | undefined;
  readonly work: () => Promise<Response>;
  readonly resolve: (response: Response) => void;
  served?: Promise<Response>;
}

type Browser = ReturnType<typeof createBrowser>;

interface Input {
  readonly productId?: string;
  readonly body?: { readonly product?: { readonly id: string } };
}

export interface ServerEvents {
  /** Called when a change of this product has failed and the shopper is told so. */
  readonly onFailed: (list: keyof ServerData, productId: string) => void;
  readonly onBought: (lines: Quantities) => void;
  /** Called when a change of this product has been sent. */
  readonly onReceived: (name: EndpointName, productId: string) => void;
}

const listNames: Partial<Record<EndpointName, keyof ServerData>> = {
  getCart: 'cart',
  addToCart: 'cart',
  changeCartQuantity: 'cart',
  setCartQuantity: 'cart',
  removeFromCart: 'cart',
  getWishlist: 'wishlist',
  addToWishlist: 'wishlist',
  removeFromWishlist: 'wishlist',
};

const hasStatus = (response: Response, status: number): boolean =>
  !response.ok && response.error.kind === 'status' && response.error.status === status;

/** Creates a mock with these lists, and with controls for the test. */
function openMock(start: ServerData, problems: string[], events: ServerEvents) {
  const mock = createTestMock({
    products: ['shirt', 'dress', 'coat', refusedId].map((id) => aProduct({ id })),
    cart: [...start.cart].map(([id, quantity]) => ({ product: aProduct({ id }), quantity })),
    wishlist: [...start.wishlist.keys()].map((id) => aProduct({ id })),
    addresses: [anAddress],
  });
  const shopper = () => {
    const [asha] = mock.control.read().tables.users;
    if (!asha) throw new Error('the mock has lost its shopper');
    return asha;
  };
  const clients = new Map<string | undefined, Api>();
  const clientOf = (token: string | undefined): Api => {
    const known = clients.get(token);
    const client = known ?? mock.connect({ getToken: () => token, onUnauthorized: () => {} });
    clients.set(token, client);
    return client;
  };

  const data: ServerData = {
    get cart() {
      return new Map(shopper().cart.map(({ _id, qty }) => [_id, qty]));
    },
    get wishlist() {
      return new Map(shopper().wishlist.map(({ _id }) => [_id, 1]));
    },
  };

  const run = async (token: string | undefined, name: EndpointName, input: Input) => {
    const known = shopper().orders.length;
    const call = clientOf(token)[name as keyof Api] as (input: Input) => Promise<Response>;
    const response = await call(input);
    const { cart, orders } = shopper();
    for (const { lines } of orders.slice(0, orders.length - known)) {
      events.onBought(new Map(lines.map(({ _id, qty }) => [_id, qty])));
    }
    for (const { _id, qty } of cart) if (qty < 1) problems.push(`${_id} fell below 1`);
    if (listNames[name] && hasStatus(response, 404) && known === 0) {
      problems.push(`${name} of ${input.productId}, which is not there`);
    }
    return response;
  };
  return { data, run, clientOf, logIn: () => mock.logIn() };
}

export function createServer(start: ServerData, browser: Browser, events: ServerEvents) {
  const problems: string[] = [];
  let calls: readonly Call[] = [];
  const endedTokens = new Set<string>();
  const { data, run, clientOf, logIn } = openMock(start, problems, events);

  const receive = (auth: Auth, name: EndpointName, input: Input): Promise<Response> =>
    new Promise((resolve) => {
      if (browser.isClosed()) return;
      const list = listNames[name];
      const productId = list && (input.productId ?? input.body?.product?.id);
      if (productId) {
        if (calls.some((call) => call.list === list && call.productId === productId))
          problems.push(`two calls for ${productId} at a time`);
        events.onReceived(name, productId);
      }
      const token = auth.getToken();
      const isRefused = () => productId === refusedId && !isOver(token);
      const work = async () => (isRefused() ? err(broken) : run(token, name, input));
      calls = [...calls, { tab: browser.current(), auth, token, list, productId, work, resolve }];
    });

  const isOver = (token: string | undefined) => token === undefined || endedTokens.has(token);

  const serve = (call: Call): Promise<Response> => {
    call.served ??= call.work();
    return call.served;
  };

  const pick = (which: number) => calls[which % calls.length];
  const finish = async (call: Call, pending: Response | Promise<Response>) => {
    calls = calls.filter((other) => other !== call);
    const response = await pending;
    const { list, productId, auth } = call;
    const failure = response.ok ? undefined : response.error;
    if (hasStatus(response, 401) && call.token === auth.getToken()) {
      browser.runIn(call.tab, auth.onUnauthorized);
    } else if (failure && failure.kind !== 'network' && list && productId) {
      events.onFailed(list, productId);
    }
    call.resolve(response);
  };

  return {
    connect: (auth: Auth): Api =>
      new Proxy({} as Api, {
        get: (_target, name: EndpointName) => (input: Input) => receive(auth, name, input),
      }),
    logIn,
    data,
    problems,
    orders: async () => {
      const { token } = await logIn();
      const listed = await clientOf(token).listOrders({ query: { limit: 100 } });
      if (!listed.ok) throw new Error('the orders could not be read');
      return listed.value.orders;
    },
    callsLeft: () => calls.length,
    isAsked: (list: keyof ServerData) => calls.some((call) => call.list === list),
    serve: async (which: number) => {
      const call = pick(which);
      if (call) await serve(call);
    },
    respond: async (which: number) => {
      const call = pick(which);
      if (call) await finish(call, serve(call));
    },
    /** Fails a call, served or not: the page gets this error instead of its response. */
    fail: async (which: number, isServed: boolean, error: ApiError = offline) => {
      const call = pick(which);
      if (!call) return;
      const isRefused = isOver(call.token) && error.kind === 'status';
      if (isServed) await serve(call);
      await finish(call, isRefused ? serve(call) : err(error));
    },
    /** Ends a token's session: calls with it that have not been served are refused. */
    endSession: async (token: string | undefined) => {
      if (isOver(token)) return;
      endedTokens.add(token ?? '');
      await clientOf(token).logout({});
    },
    /**
     * Aborts the calls that `isCut` selects, because their page no longer waits. The bits of `bits` say which of them
     * reached the server. Resolves to a function that ends them late.
     */
    cutOff: async (isCut: (call: Call) => boolean, bits: number) => {
      const cut = calls.filter(isCut);
      calls = calls.filter((call) => !cut.includes(call));
      for (const [index, call] of cut.entries()) if ((bits >> index) & 1) await serve(call);
      return async () => {
        for (const call of cut) call.resolve((await call.served) ?? err(broken));
      };
    },
  };
}
