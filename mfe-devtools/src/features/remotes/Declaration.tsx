import type { ActiveRemote } from '@patchwork/federation';
import styles from './Declaration.module.css';
import { Facts } from './Facts.tsx';

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

/** What the registry states about a remote. */
export function Declaration({ remote }: { readonly remote: ActiveRemote }) {
  const { team, version, entry, routes, slots } = remote;
  const slotNames = Object.keys(slots);
  return (
    <Facts
      title="Declared"
      facts={[
        ['Team', team],
        ['Version', version],
        ['Entry', entry],
        [
          'Routes',
          routes.length === 0 ? (
            'none'
          ) : (
            <ul className={styles.routes}>
              {routes.map(({ path, access, module }) => (
                <li key={path}>
                  <code>{path}</code>{' '}
                  <span className={styles.aside}>
                    {accessNames[access]}, {module}
                  </span>
                </li>
              ))}
            </ul>
          ),
        ],
        ['Slots', slotNames.length === 0 ? 'none' : slotNames.join(', ')],
      ]}
    />
  );
}
