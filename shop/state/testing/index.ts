import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { demoAccount, type PathTo } from '@patchwork/domain';
import { changeSessionAtom } from '../atoms/session.ts';
import { type Store, servicesAtom } from '../services.ts';

interface Declaration {
  readonly routes: readonly { readonly page: string; readonly path: string }[];
}

/**
 * Contents of the remote.json in the working directory (a remote's own repository), and of each one in a folder
 * directly below it (a workspace).
 */
const declarations = ['.', ...readdirSync('.')]
  .map((folder) => `${folder}/remote.json`)
  .filter((file) => existsSync(file))
  .map((file): Declaration => JSON.parse(readFileSync(file, 'utf8')));

const paths = new Map(
  declarations.flatMap(({ routes }) => routes.map(({ page, path }) => [page, path] as const)),
);

/**
 * Returns the path of a declared page, for a store in a test. Any other page gets the path `/named-page/<its name>`.
 */
export const testPathTo: PathTo = (page, ...[parameters]) =>
  (paths.get(page) ?? `/named-page/${page}`).replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(Reflect.get(parameters ?? {}, name)),
  );

/**
 * Logs in through the store's API, like a login page, by default as the sample user. Rejects if the API refuses the
 * login.
 */
export async function logIn(store: Store, account = demoAccount): Promise<void> {
  const session = await store.get(servicesAtom).api.login({ body: account });
  if (!session.ok) throw new Error(`${account.email} could not log in`);
  store.set(changeSessionAtom, session.value);
}
