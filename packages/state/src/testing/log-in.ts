import { demoAccount } from '@patchwork/domain';
import { changeSessionAtom } from '../atoms/session.ts';
import { type Store, servicesAtom } from '../services.ts';

/** Logs the sample user in through the store's API, as a login page does. Rejects where the API refuses it. */
export async function logIn(store: Store, account = demoAccount): Promise<void> {
  const session = await store.get(servicesAtom).api.login({ body: account });
  if (!session.ok) throw new Error(`${account.email} could not log in`);
  store.set(changeSessionAtom, session.value);
}
