import type { ActiveRemote } from '@patchwork/federation';
import { Facts } from '../../Facts.tsx';
import styles from './Declaration.module.css';

const accessNames: Readonly<Record<ActiveRemote['routes'][number]['access'], string>> = {
  open: 'open',
  login: 'login required',
  visitor: 'logged out only',
};

interface DeclaredProps {
  readonly name: string;
  readonly about: string;
}

const Declared = ({ name, about }: DeclaredProps) => (
  <div className={styles.route}>
    <code>{name}</code> <span className={styles.aside}>{about}</span>
  </div>
);

/** The slots that others fill, each with the page or fragment that it is on. */
const slotsOf = ({ routes, fragments }: ActiveRemote): DeclaredProps[] =>
  [
    ...routes.map(({ page, slots }) => [`page ${page}`, slots] as const),
    ...Object.entries(fragments).map(([name, { slots }]) => [`fragment ${name}`, slots] as const),
  ].flatMap(([place, slots = {}]) =>
    Object.entries(slots).map(([name, count]) => ({ name, about: `${count}, on the ${place}` })),
  );

const list = (declared: readonly DeclaredProps[]) =>
  declared.length === 0 ? ['none'] : declared.map((each) => <Declared key={each.name} {...each} />);

/** What the registry states about a remote. */
export function Declaration({ remote }: { readonly remote: ActiveRemote }) {
  const { team, version, entry, routes, fragments } = remote;
  const shownRoutes = routes.map(({ path, access, module }) => ({
    name: path,
    about: `${accessNames[access]}, ${module}`,
  }));
  const shownFragments = Object.entries(fragments).map(([name, { access = 'open', module }]) => ({
    name,
    about: `${accessNames[access]}, ${module}`,
  }));
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
