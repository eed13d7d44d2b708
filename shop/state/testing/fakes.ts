/** Fakes for this package's tests of a store. */
import type { Api, ApiError, CallOptions, EndpointName, InputOf, OutputOf } from '@patchwork/api';
import { err, type LineItem, ok, type Product, type Session } from '@patchwork/domain';
import { aProduct as domainProduct } from '@patchwork/domain/testing';
import { vi } from 'vitest';
import { cartAtom, changeCartAtom } from '../atoms/cart.ts';
import { storeSession } from '../storage/stored-session.ts';
import { createShopStore } from '../store.ts';
import { toast } from '../toast.ts';
import { testPathTo } from './index.ts';

export interface Call<K extends EndpointName> {
  readonly name: K;
  readonly input: InputOf<K>;
  readonly initiator: string | undefined;
  respond: (body: OutputOf<K>) => void;
  fail: (error: ApiError) => void;
}

/** Creates an API whose calls stay pending until the test responds, except for those in `calls`. */
export function fakeApi(calls: Partial<Api> = {}) {
  const made: Call<EndpointName>[] = [];
  const taken = new Set<unknown>();
  const callOf = (name: EndpointName) => (input: never, options?: CallOptions) =>
    new Promise((resolve) => {
      const respond = (body: unknown) => resolve(ok(body));
      const fail = (error: ApiError) => resolve(err(error));
      made.push({ name, input, initiator: options?.initiator, respond, fail });
    });
  const get = (_target: unknown, name: EndpointName) => Reflect.get(calls, name) ?? callOf(name);
  const api = new Proxy({}, { get }) as Api;
  /** Returns the oldest pending call of this name. */
  function take<K extends EndpointName>(name: K): Call<K> {
    const call = made.find((each) => each.name === name && !taken.has(each));
    if (!call) throw new Error(`${name} was not called. Calls: ${made.map((m) => m.name)}`);
    taken.add(call);
    return call as unknown as Call<K>;
  }
  return {
    api,
    /** Returns the names of all calls so far, in order. */
    sent: () => made.map(({ name }) => name),
    take,
    /** Responds to the oldest pending call of this name, and waits until the response has been processed. */
    async respond<K extends EndpointName>(name: K, body: OutputOf<K>): Promise<void> {
      take(name).respond(body);
      await settle();
    },
    async fail(name: EndpointName, error: ApiError): Promise<void> {
      take(name).fail(error);
      await settle();
    },
  };
}

/** Replaces the toasts by spies until the test ends. Call it before each test. */
export function spyOnToasts(): void {
  for (const kind of ['success', 'warning', 'error'] as const)
    vi.spyOn(toast, kind).mockReturnValue();
}

/** What these helpers use of the mock, which only tests of the state know. */
interface AnsweringMock {
  readonly idle: () => Promise<unknown>;
  readonly logIn: () => Promise<{ readonly token: string }>;
  readonly connect: (auth: {
    readonly getToken: () => string;
    readonly onUnauthorized: () => void;
  }) => Api;
}

/** Waits until responses (including the mock's), queued changes and query notifications have been processed. */
export async function settle(mock?: AnsweringMock): Promise<void> {
  for (let round = 0; round < 3; round++) {
    await mock?.idle();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

/** Returns a mock's calls, made for Asha no matter who is logged in at the store. For `openShop`. */
export async function callsOf(mock: AnsweringMock): Promise<Api> {
  const { token } = await mock.logIn();
  return mock.connect({ getToken: () => token, onUnauthorized: () => {} });
}

export function memoryStorage(entries: Record<string, string> = {}): Storage {
  const map = new Map(Object.entries(entries));
  return {
    get length() {
      return map.size;
    },
    key: (index) => [...map.keys()][index] ?? null,
    getItem: (key) => map.get(key) ?? null,
    setItem: (key, value) => void map.set(key, value),
    removeItem: (key) => void map.delete(key),
    clear: () => map.clear(),
  };
}

export const meera: Session = {
  token: 'token-of-meera',
  user: { name: 'Meera Nair', firstName: 'Meera', lastName: 'Nair', email: 'meera@example.in' },
};
export const arjun: Session = {
  token: 'token-of-arjun',
  user: { name: 'Arjun Rao', firstName: 'Arjun', lastName: 'Rao', email: 'arjun@example.in' },
};

interface ShopOptions {
  readonly maxPrice?: number;
  readonly queriesCatalogue?: boolean;
  readonly imageOrigins?: readonly string[];
  /** Session of the last visit. */
  readonly session?: Session;
  readonly storage?: Storage;
  readonly initiator?: () => string;
  /** Calls with a fixed implementation; all others stay pending. */
  readonly calls?: Partial<Api>;
}

/** Grants Web Locks at once, as a browser with one tab does. */
const onlyTab = (_name: string, work: () => Promise<void>) => work();

/** Opens a store with a fake API, in a browser with this storage. */
export function openShop(options: ShopOptions = {}) {
  const {
    session,
    maxPrice,
    queriesCatalogue,
    imageOrigins,
    storage = memoryStorage(),
    initiator = () => 'shell',
  } = options;
  vi.stubGlobal('localStorage', storage);
  if (!globalThis.navigator?.locks) vi.stubGlobal('navigator', { locks: { request: onlyTab } });
  if (session) storeSession(session);
  const server = fakeApi(options.calls);
  const navigate = vi.fn();
  const auth = { getToken: (): string | undefined => undefined, onUnauthorized: () => {} };
  const connect = (session: typeof auth) => {
    Object.assign(auth, session);
    return server.api;
  };
  return {
    store: createShopStore({
      connect,
      navigate,
      pathTo: testPathTo,
      initiator,
      configuration: { maxPrice, queriesCatalogue, imageOrigins },
    }),
    navigate,
    auth,
    storage,
    ...server,
  };
}

export const aProduct = (id: string, change: Partial<Product> = {}): Product =>
  domainProduct({ id, title: id, image: `/images/${id}.svg`, description: '', ...change });

export const offline: ApiError = { kind: 'network', message: 'Network Error' };
export const offlineText = 'The shop could not be reached. Check your connection and try again.';
export const broken: ApiError = { kind: 'status', status: 500, messages: ['The shop is broken.'] };
export const brokenText = 'The shop is broken.';

export const line = (id: string, quantity: number): LineItem => ({
  product: aProduct(id),
  quantity,
});

/** Opens Meera's cart with these lines, already loaded. Returns shortcuts for its actions. */
export async function openCart(...loaded: LineItem[]) {
  const shop = openShop({ session: meera });
  const { store } = shop;
  store.sub(cartAtom, () => {});
  shop.take('getCart').respond({ cart: loaded });
  await settle();
  return {
    ...shop,
    shown: () =>
      store.get(cartAtom).items.map(({ product, quantity }) => `${product.id} ${quantity}`),
    add: (id: string) => store.set(changeCartAtom, { type: 'add', product: aProduct(id) }),
    remove: (productId: string) => store.set(changeCartAtom, { type: 'remove', productId }),
    change: (productId: string, type: 'increment' | 'decrement') =>
      store.set(changeCartAtom, { type, productId }),
  };
}
