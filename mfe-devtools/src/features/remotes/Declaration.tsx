import type { ActiveRemote } from '@patchwork/federation';
import { Facts } from '../../Facts.tsx';
import styles from './Declaration.module.css';

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

/** What the registry states about a remote. */
export function Declaration({ remote }: { readonly remote: ActiveRemote }) {
  const { team, version, entry, routes, fragments } = remote;
  const slotNames = Object.keys(fragments);
  const shownRoutes = routes.map(({ path, access, module }) => (
    <div key={path} className={styles.route}>
      <code>{path}</code>{' '}
      <span className={styles.aside}>
        {accessNames[access]}, {module}
      </span>
    </div>
  ));
  return (
    <Facts
      facts={[
        ['Team', team],
        ['Version', version],
        ['Entry', entry],
        ['Routes', ...(shownRoutes.length === 0 ? ['none'] : shownRoutes)],
        ['Fragments', slotNames.length === 0 ? 'none' : slotNames.join(', ')],
      ]}
    />
  );
}
