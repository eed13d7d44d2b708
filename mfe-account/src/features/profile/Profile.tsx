import { Link, pathToAtom, sessionAtom, useSearchParams } from '@patchwork/shop';
import type { User } from '@patchwork/shop/domain';
import { PageHeading, Tabs } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { LogoutButton } from '../../LogoutButton.tsx';
import { AccountData, EmailState } from './AccountData.tsx';
import { AddressBook } from './AddressBook.tsx';
import styles from './Profile.module.css';

export type ProfileTab = 'PROFILE' | 'ADDRESSES';

/**
 * Returns the selected tab, and a function that selects another. The tab is in the URL unless it is the default, so
 * that checkout can link to the addresses. Selecting a tab adds no history entry, so Back leads to the previous page.
 */
function useProfileTab(): readonly [ProfileTab, (tab: ProfileTab) => void] {
  const [params, setParams] = useSearchParams();
  const tab = params.get('tab') === 'ADDRESSES' ? 'ADDRESSES' : 'PROFILE';

  const choose = (next: ProfileTab) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before);
        if (next === 'PROFILE') after.delete('tab');
        else after.set('tab', next);
        return after;
      },
      { replace: true, preventScrollReset: true },
    );

  return [tab, choose];
}

interface UserDetailsProps {
  user: User;
}

/** The shopper's names and email, links to orders and wishlist, and the buttons to export or delete the account. */
export function UserDetails({ user }: UserDetailsProps) {
  const pathTo = useAtomValue(pathToAtom);
  return (
    <div className={styles.panel}>
      <dl className={`sheet ${styles.details}`}>
        <div>
          <dt>First name</dt>
          <dd>{user.firstName || 'Not given'}</dd>
        </div>
        <div>
          <dt>Last name</dt>
          <dd>{user.lastName || 'Not given'}</dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd>
            {user.email}
            <EmailState />
          </dd>
        </div>
      </dl>
      <ul className={styles.links}>
        <li>
          <Link to={pathTo('orders')}>Your orders</Link>
        </li>
        <li>
          <Link to={pathTo('wishlist')}>Your wishlist</Link>
        </li>
      </ul>
      <AccountData />
    </div>
  );
}

/** Profile page. Has no tabs for a moment after logging out, because there is no session. */
export function Profile() {
  const session = useAtomValue(sessionAtom);
  const [tab, chooseTab] = useProfileTab();
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading action={<LogoutButton key={session?.user.email} />}>My Profile</PageHeading>
      {session && (
        <Tabs
          // Remounts the page when another shopper logs in in another tab, who must not see this one's open form.
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
