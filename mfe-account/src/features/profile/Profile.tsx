import { logoutAtom, sessionAtom } from '@patchwork/state';
import { Button, PageHeading } from '@patchwork/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { AddressBook } from './AddressBook.tsx';
import { Details } from './Details.tsx';
import styles from './Profile.module.css';
import { Tabs } from './Tabs.tsx';
import { useProfileTab } from './useProfileTab.ts';

/** Who is logged in, and her addresses. Between logging out and the next page there is nobody to show. */
export function Profile() {
  const session = useAtomValue(sessionAtom);
  const logout = useSetAtom(logoutAtom);
  const [tab, chooseTab] = useProfileTab();
  return (
    <div className={`container ${styles.page}`}>
      <div className={styles.head}>
        <PageHeading>My Profile</PageHeading>
        {session && (
          <Button variant="quiet" onClick={() => logout()}>
            Log out
          </Button>
        )}
      </div>
      {session && (
        <Tabs
          // Another shopper who logs in in another tab finds no form of the one before.
          key={session.user.email}
          label="Profile"
          selected={tab}
          onSelect={chooseTab}
          tabs={[
            { name: 'PROFILE', panel: <Details user={session.user} /> },
            { name: 'ADDRESSES', panel: <AddressBook /> },
          ]}
        />
      )}
    </div>
  );
}
