import type { ActiveRemote } from '@patchwork/federation';
import { Facts } from '../../Facts.tsx';
import words from '../../Words.module.css';
import styles from './Declaration.module.css';

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

type Declared = readonly [name: string, about: string];

/** The slots that others fill, each with the page or fragment that it is on. */
const slotsOf = ({ routes, fragments }: ActiveRemote): Declared[] =>
  [
    ...routes.map(({ page, slots }) => [`page ${page}`, slots] as const),
    ...Object.entries(fragments).map(([name, { slots }]) => [`fragment ${name}`, slots] as const),
  ].flatMap(([place, slots = {}]) =>
    Object.entries(slots).map(([name, count]) => [name, `${count}, on the ${place}`] as const),
  );

function list(declared: readonly Declared[]) {
  if (declared.length === 0) return ['none'];
  return declared.map(([name, about]) => (
    <div key={name} className={styles.route}>
      <code>{name}</code> <span className={words.soft}>{about}</span>
    </div>
  ));
}

/** What the registry states about a remote. */
export function Declaration({ remote }: { readonly remote: ActiveRemote }) {
  const { team, version, entry, routes, fragments } = remote;
  const shownRoutes = routes.map(
    ({ path, access, module }) => [path, `${accessNames[access]}, ${module}`] as const,
  );
  const shownFragments = Object.entries(fragments).map(
    ([name, { access = 'open', module }]) => [name, `${accessNames[access]}, ${module}`] as const,
  );
  return (
    <Facts
      facts={[
        ['Team', team],
        ['Version', version],
        ['Entry', entry],
        ['Routes', ...list(shownRoutes)],
        ['Slots', ...list(slotsOf(remote))],
        ['Fragments', ...list(shownFragments)],
      ]}
    />
  );
}
