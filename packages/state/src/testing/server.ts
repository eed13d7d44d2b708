/** A server that responds when the test says so, or never. For tests only. */
import type { Api, ApiError, EndpointName } from '@patchwork/api';
import { err, type LineItem, type Order, ok, type Result } from '@patchwork/domain';
import { anAddress } from '@patchwork/domain/testing';
import type { Tab } from './browser.ts';
import { aProduct, broken, offline } from './fakes.ts';
import { createShopperApi } from './shopper-api.ts';

/** A product of which the server refuses every change. */
export const refusedId = 'refused';

export type Quantities = ReadonlyMap<string, number>;

export interface ServerData {
  cart: Quantities;
  wishlist: Quantities;
}

type Response = Result<unknown, ApiError>;

/** The session behind a tab's calls, as `createShopStore` gives it. */
export interface Auth {
  readonly getToken: () => string | undefined;
  readonly onUnauthorized: () => void;
}

interface Call {
  readonly tab: Tab | undefined;
  readonly auth: Auth;
  readonly token: string | undefined;
  /** Undefined: about neither list. */
  readonly list: keyof ServerData | undefined;
  /** Undefined: not about one product. */
  readonly productId: string | undefined;
  readonly work: () => Response | Promise<Response>;
  readonly resolve: (response: Response | Promise<Response>) => void;
  served?: Response | Promise<Response>;
}

interface Caller {
  current: () => Tab | undefined;
  isClosed: () => boolean;
  runIn: (tab: Tab | undefined, work: () => void) => void;
}

interface Input {
  readonly productId?: string;
  readonly body?: {
    readonly product?: { id: string };
    readonly action?: { type: string };
    readonly quantity?: number;
    readonly lines?: readonly LineItem[];
  };
}

interface ServerEvents {
  /** A change of this product failed in a way that the shopper is shown. */
  readonly onFailed: (list: keyof ServerData, productId: string) => void;
  readonly onBought: (lines: readonly LineItem[]) => void;
  /** A change of this product has been sent. */
  readonly onReceived: (name: EndpointName, productId: string) => void;
}

const status = (code: number, text: string): Response =>
  err({ kind: 'status', status: code, messages: [text] });

const lineOf = ([id, quantity]: readonly [string, number]) => ({ product: aProduct(id), quantity });

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

/** The two lists, and what each call does to them. */
function createLists(data: ServerData, problems: string[], hasSold: () => boolean) {
  const absent = (name: EndpointName, id: string) => {
    if (!hasSold()) problems.push(`${name} of ${id}, which is not there`);
    return status(404, 'The product is not in the cart.');
  };
  const changeList = (
    name: EndpointName,
    list: keyof ServerData,
    id: string,
    { action, quantity }: NonNullable<Input['body']>,
  ): Response => {
    if (id === refusedId) return err(broken);
    const now = new Map(data[list]);
    const before = now.get(id);
    if (name === 'changeCartQuantity' || name === 'setCartQuantity') {
      if (before === undefined) return absent(name, id);
      const next = quantity ?? before + (action?.type === 'increment' ? 1 : -1);
      if (next < 1) problems.push(`${id} fell below 1`);
      now.set(id, next);
    } else if (name.startsWith('add')) now.set(id, before ?? 1);
    else now.delete(id);
    data[list] = now;
    return ok(undefined);
  };
  const answer = (list: keyof ServerData) =>
    list === 'cart'
      ? { cart: [...data.cart].map(lineOf) }
      : { wishlist: [...data.wishlist.keys()].map((id) => aProduct(id)) };
  const take = (lines: readonly LineItem[]) => {
    const cart = new Map(data.cart);
    for (const { product, quantity } of lines) {
      const left = (cart.get(product.id) ?? 0) - quantity;
      if (left > 0) cart.set(product.id, left);
      else cart.delete(product.id);
    }
    data.cart = cart;
  };
  /** Whether the cart has these lines and no others. */
  const has = (lines: readonly LineItem[]) =>
    lines.length === data.cart.size &&
    lines.every(({ product, quantity }) => data.cart.get(product.id) === quantity);
  return { changeList, answer, take, has };
}

export function createServer(data: ServerData, caller: Caller, events: ServerEvents) {
  const problems: string[] = [];
  let calls: readonly Call[] = [];
  const endedTokens = new Set<string>();
  let sold = 0;
  const lists = createLists(data, problems, () => sold > 0);
  const shopper = createShopperApi({
    addresses: [anAddress],
    onBought: (lines) => {
      sold += 1;
      lists.take(lines);
      events.onBought(lines);
    },
  });

  const workOf = (name: EndpointName, input: Input): Response | Promise<Response> => {
    const list = listNames[name];
    const { body = {} } = input;
    if (list) {
      const id = input.productId ?? body.product?.id;
      const done = id ? lists.changeList(name, list, id, body) : ok(undefined);
      return done.ok ? ok(lists.answer(list)) : done;
    }
    if (name === 'openCheckout' && !lists.has(body.lines ?? [])) {
      return status(409, 'Your order has changed since you saw it.');
    }
    const call = Reflect.get(shopper, name) as ((input: Input) => Promise<Response>) | undefined;
    return call ? call(input) : err(broken);
  };

  const receive = (auth: Auth, name: EndpointName, input: Input): Promise<Response> =>
    new Promise((resolve) => {
      if (caller.isClosed()) return;
      const list = listNames[name];
      const productId = list && (input.productId ?? input.body?.product?.id);
      if (productId) {
        if (calls.some((call) => call.list === list && call.productId === productId))
          problems.push(`two calls for ${productId} at a time`);
        events.onReceived(name, productId);
      }
      const work = () => workOf(name, input);
      const call = { tab: caller.current(), auth, token: auth.getToken(), list, productId };
      calls = [...calls, { ...call, work, resolve }];
    });

  const refuses = ({ token }: Call) => token === undefined || endedTokens.has(token);

  const serve = (call: Call): Response | Promise<Response> => {
    call.served ??= refuses(call) ? status(401, 'The token is invalid.') : call.work();
    return call.served;
  };

  const pick = (which: number) => calls[which % calls.length];
  const finish = async (call: Call, pending: Response | Promise<Response>) => {
    calls = calls.filter((other) => other !== call);
    const response = await pending;
    const { list, productId, auth } = call;
    const failure = response.ok ? undefined : response.error;
    const isUnauthorized = failure?.kind === 'status' && failure.status === 401;
    if (isUnauthorized && call.token === auth.getToken()) {
      caller.runIn(call.tab, auth.onUnauthorized);
    } else if (failure && failure.kind !== 'network' && list && productId) {
      events.onFailed(list, productId);
    }
    call.resolve(response);
  };

  return {
    connect: (auth: Auth): Api =>
      new Proxy({} as Api, {
        get: (_target, name: EndpointName) => (input: Input) =>
          name === 'logout' ? Promise.resolve(ok({})) : receive(auth, name, input),
      }),
    problems,
    /** What was ordered, by the API's own record. */
    orders: async (): Promise<readonly Order[]> => {
      const listed = await shopper.listOrders({ query: { limit: Infinity } });
      return listed.ok ? listed.value.orders : [];
    },
    callsLeft: () => calls.length,
    isAsked: (list: keyof ServerData, productId?: string) =>
      calls.some(
        (call) => call.list === list && (productId === undefined || call.productId === productId),
      ),
    serve: (which: number) => {
      const call = pick(which);
      if (call) void serve(call);
    },
    respond: (which: number) => {
      const call = pick(which);
      if (call) void finish(call, serve(call));
    },
    /** The call was served or never arrived; this is what the page gets instead of its response. */
    fail: (which: number, isServed: boolean, error: ApiError = offline) => {
      const call = pick(which);
      if (!call) return;
      if (isServed) void serve(call);
      void finish(call, refuses(call) && error.kind === 'status' ? serve(call) : err(error));
    },
    /** The token is no longer accepted: each call with it that was not served yet is refused. */
    endSession: (token: string | undefined) => {
      if (token !== undefined) endedTokens.add(token);
    },
    /** Calls whose responses no page waits for any more. By its bit, each reached the server or not. */
    cutOff: (isCut: (call: Call) => boolean, bits: number) => {
      const cut = calls.filter(isCut);
      for (const [index, call] of cut.entries()) if ((bits >> index) & 1) void serve(call);
      calls = calls.filter((call) => !cut.includes(call));
      return () => {
        for (const call of cut) call.resolve(call.served ?? err(broken));
      };
    },
  };
}
