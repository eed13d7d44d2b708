import { type Api, createApi } from '@patchwork/api';
import { demoAccount } from '@patchwork/domain';
import type { MockControl } from './control/control.ts';
import { type Mock, type MockOptions, startMock } from './start.ts';

let running: Mock | undefined;

/** Mock of a page with open devtools. */
export interface OpenMock extends Mock {
  readonly control: MockControl;
}

/** Starts the mock as a page load does. Stops a running mock first. */
export async function load(search = '', options: MockOptions = { delay: 0 }): Promise<OpenMock> {
  leave();
  window.history.replaceState(null, '', `/productlist${search}`);
  running = await startMock(options);
  return Object.assign(running, { control: await running.openControl() });
}

export function clearStorage(): void {
  localStorage.clear();
  sessionStorage.clear();
}

/** Starts the mock in a browser with empty storage. */
export function openBrowser(search?: string): Promise<OpenMock> {
  clearStorage();
  return load(search);
}

export function leave(): void {
  running?.shutdown();
  running = undefined;
}

export const connect = (token?: string): Api =>
  createApi({ baseUrl: '', getToken: () => token, onUnauthorized: () => {} });

export async function logIn(
  email: string = demoAccount.email,
  password: string = demoAccount.password,
): Promise<Api> {
  const session = await connect().login({ body: { email, password } });
  if (!session.ok) throw new Error(`no login for ${email}`);
  return connect(session.value.token);
}

/** Lists the products twenty times. Returns for each call whether it succeeded. */
export async function listRepeatedly(): Promise<boolean[]> {
  const results = [];
  for (let call = 0; call < 20; call += 1) results.push((await connect().listProducts({})).ok);
  return results;
}

export async function addToCart(api: Api, productId: string): Promise<void> {
  const found = await api.getProduct({ productId });
  if (!found.ok) throw new Error(`no product ${productId}`);
  const added = await api.addToCart({ body: { product: found.value.product } });
  if (!added.ok) throw new Error('not added');
}
