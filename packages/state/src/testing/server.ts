/** A server that responds when the test says so, or never. For tests only. */
import type { Api, ApiError, EndpointName } from '@patchwork/api';
import { err, ok, type Result } from '@patchwork/domain';
import type { Tab } from './browser.ts';
import { aProduct, broken, offline } from './fakes.ts';

/** A product of which the server refuses every change. */
export const refusedId = 'refused';

export type Quantities = ReadonlyMap<string, number>;

export interface ServerData {
  cart: Quantities;
  wishlist: Quantities;
}

type Response = Result<unknown, ApiError>;

interface Call {
  readonly tab: Tab | undefined;
  readonly list: keyof ServerData;
  /** Undefined: a request for the whole list. */
  readonly productId: string | undefined;
  readonly serve: () => Response;
  readonly resolve: (response: Response) => void;
  served?: Response;
}

interface Caller {
  current: () => Tab | undefined;
  isClosed: () => boolean;
}

interface Input {
  readonly productId?: string;
  readonly body?: { readonly product?: { id: string }; readonly action?: { type: string } };
}

const lineOf = ([id, quantity]: readonly [string, number]) => ({ product: aProduct(id), quantity });

function serve(call: Call): Response {
  call.served ??= call.serve();
  return call.served;
}

export function createServer(data: ServerData, caller: Caller) {
  const problems: string[] = [];
  let calls: readonly Call[] = [];

  const change = (
    name: EndpointName,
    list: keyof ServerData,
    id: string,
    type: string,
  ): Response => {
    if (id === refusedId) return err(broken);
    const now = new Map(data[list]);
    const quantity = now.get(id);
    if (name === 'changeCartQuantity') {
      if (quantity === undefined) problems.push(`${type} of ${id}, which is not there`);
      else now.set(id, quantity + (type === 'increment' ? 1 : -1));
      if ((now.get(id) ?? 1) < 1) problems.push(`${id} fell below 1`);
    } else if (name.startsWith('add')) now.set(id, quantity ?? 1);
    else now.delete(id);
    data[list] = now;
    return ok(undefined);
  };

  const listOf = (list: keyof ServerData) =>
    list === 'cart'
      ? { cart: [...data.cart].map(lineOf) }
      : { wishlist: [...data.wishlist.keys()].map((id) => aProduct(id)) };

  const receive = (name: EndpointName, { productId, body }: Input): Promise<Response> =>
    new Promise((resolve) => {
      if (caller.isClosed()) return;
      const list = name.endsWith('ishlist') ? 'wishlist' : 'cart';
      const id = productId ?? body?.product?.id;
      if (id && calls.some((call) => call.list === list && call.productId === id))
        problems.push(`two calls for ${id} at a time`);
      const work = () => {
        const done = id ? change(name, list, id, body?.action?.type ?? name) : ok(undefined);
        return done.ok ? ok(listOf(list)) : done;
      };
      calls = [...calls, { tab: caller.current(), list, productId: id, serve: work, resolve }];
    });

  const pick = (which: number) => calls[which % calls.length];
  const finish = (call: Call, response: Response) => {
    calls = calls.filter((other) => other !== call);
    call.resolve(response);
  };

  return {
    api: new Proxy({} as Api, {
      get: (_target, name: EndpointName) => (input: Input) =>
        name === 'logout' ? Promise.resolve(ok({})) : receive(name, input),
    }),
    problems,
    callsLeft: () => calls.length,
    serve: (which: number) => {
      const call = pick(which);
      if (call) serve(call);
    },
    respond: (which: number) => {
      const call = pick(which);
      if (call) finish(call, serve(call));
    },
    lose: (which: number, isServed: boolean) => {
      const call = pick(which);
      if (!call) return;
      if (isServed) serve(call);
      finish(call, err(offline));
    },
    /** Calls whose responses no page waits for any more. By its bit, each reached the server or not. */
    cutOff: (isCut: (call: Call) => boolean, bits: number) => {
      const cut = calls.filter(isCut);
      for (const [index, call] of cut.entries()) if ((bits >> index) & 1) serve(call);
      calls = calls.filter((call) => !cut.includes(call));
      return () => {
        for (const call of cut) call.resolve(call.served ?? err(broken));
      };
    },
  };
}
