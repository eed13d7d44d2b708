import {
  changeSessionAtom,
  describeError,
  Link,
  servicesAtom,
  sessionAtom,
  slotOf,
  toast,
  useLocation,
} from '@patchwork/shop';
import { demoAccount } from '@patchwork/shop/domain';
import { Outlet, subscribeToToasts, Toasts } from '@patchwork/shop/host';
import { Button, Stitch } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import styles from './standalone.module.css';

/** Slot with any name. Its fragment gets no props. */
const Slot = slotOf<Readonly<Record<string, object>>>();

interface StandaloneFrameProps {
  readonly id: string;
  readonly paths: readonly string[];
  readonly fragments: readonly string[];
  readonly open: (path: { readonly pathname: string; readonly search: string }) => void;
  readonly children: ReactNode;
}

/** Frame of a stand-alone page, with a login button, the remote's fragments, and links to its pages. */
export function StandaloneFrame({ id, paths, fragments, open, children }: StandaloneFrameProps) {
  const session = useAtomValue(sessionAtom);
  const { api } = useAtomValue(servicesAtom);
  const changeSession = useSetAtom(changeSessionAtom);
  const here = useLocation();

  async function logIn(): Promise<void> {
    const result = await api.login({ body: demoAccount });
    if (!result.ok) return toast.error(describeError(result.error));
    changeSession(result.value);
    // Stays on the page, if its access allows that.
    open(here);
  }

  function logOut(): void {
    void api.logout({});
    changeSession(null, 'erased');
    open(here);
  }

  return (
    <>
      <header className="container">
        <div className={styles.frame}>
          <strong>{id}, alone</strong>
          <nav className={styles.pages} aria-label="Pages of this remote">
            {paths.map((path) => (
              <Link key={path} to={path}>
                {path}
              </Link>
            ))}
          </nav>
          {session ? (
            <Button variant="quiet" size="small" onClick={logOut}>
              Log out {session.user.name}
            </Button>
          ) : (
            <Button variant="quiet" size="small" onClick={logIn}>
              Log in as the sample user
            </Button>
          )}
          {children}
          {fragments.map((name) => (
            <div key={name} className={styles.slot}>
              <Slot name={name} />
            </div>
          ))}
        </div>
        <Stitch />
      </header>
      <main tabIndex={-1}>
        <Outlet />
      </main>
      <Toasts subscribe={subscribeToToasts} Link={Link} />
    </>
  );
}
