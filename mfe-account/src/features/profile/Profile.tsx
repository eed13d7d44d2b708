import { sessionAtom } from '@patchwork/shop';
import { PageHeading, Tabs } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { LogoutButton } from '../../LogoutButton.tsx';
import { AddressBook } from './AddressBook.tsx';
import styles from './Profile.module.css';
import { UserDetails } from './UserDetails.tsx';
import { useProfileTab } from './useProfileTab.ts';

/** The logged-in shopper's name, email and addresses. There is no session for a moment after logging out. */
export function Profile() {
  const session = useAtomValue(sessionAtom);
  const [tab, chooseTab] = useProfileTab();
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading action={<LogoutButton />}>My Profile</PageHeading>
      {session && (
        <Tabs
          // A form of one shopper is not shown to the next one, who logged in in another browser tab.
          key={session.user.email}
          label="Profile"
          selected={tab}
          onSelect={chooseTab}
          tabs={[
            { id: 'PROFILE', title: 'PROFILE', panel: <UserDetails user={session.user} /> },
            { id: 'ADDRESSES', title: 'ADDRESSES', panel: <AddressBook /> },
          ]}
        />
      )}
    </div>
  );
}
