import { demoAccount } from '@patchwork/domain';
import { slotOf } from '@patchwork/federation/slot';
import { Link, Outlet, useLocation } from '@patchwork/router';
import { loginAtom, logoutAtom, sessionAtom } from '@patchwork/state';
import { subscribeToToasts } from '@patchwork/state/host';
import { Button, Stitch, Toasts } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import type { ReactNode } from 'react';
import styles from './StandaloneFrame.module.css';

/** Any slot: what the remote puts there gets no props. */
const Slot = slotOf<Readonly<Record<string, object>>>();

interface StandaloneFrameProps {
  readonly id: string;
  readonly paths: readonly string[];
  /** The slots that the remote fills. */
  readonly fragments: readonly string[];
  readonly open: (path: { readonly pathname: string; readonly search: string }) => void;
  /** More controls. */
  readonly children: ReactNode;
}

/** What a developer needs around a remote that runs alone: its pages, its fragments, and a session. */
export function StandaloneFrame({ id, paths, fragments, open, children }: StandaloneFrameProps) {
  const session = useAtomValue(sessionAtom);
  const login = useSetAtom(loginAtom);
  const logout = useSetAtom(logoutAtom);
  const here = useLocation();

  /** Login and logout open another remote’s page. Here the page stays, if its access allows it. */
  async function change(session: unknown): Promise<void> {
    await session;
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
            <Button variant="quiet" size="small" onClick={() => change(logout())}>
              Log out {session.user.name}
            </Button>
          ) : (
            <Button variant="quiet" size="small" onClick={() => change(login(demoAccount))}>
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
      <Toasts subscribe={subscribeToToasts} />
    </>
  );
}
