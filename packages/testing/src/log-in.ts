import { changeSessionAtom, servicesAtom } from '@patchwork/shop';
import { demoAccount, type Store } from '@patchwork/shop/host';

/** Logs in on the store's API; Asha, the shopper of the demo account, by default. Throws where it refuses. */
export async function logIn(store: Store, account = demoAccount): Promise<void> {
  const session = await store.get(servicesAtom).api.login({ body: account });
  if (!session.ok) throw new Error(`${account.email} could not log in`);
  store.set(changeSessionAtom, session.value);
}
