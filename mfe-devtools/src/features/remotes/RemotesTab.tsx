import type { Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { BreakForm } from './BreakForm.tsx';
import { RemoteItem } from './RemoteItem.tsx';
import styles from './RemotesTab.module.css';
import { lastLoads } from './remote-state.ts';
import { useFileTimings } from './useFileTimings.ts';

/** Which remotes make up the page, how each of them came here, and the ways to swap or break one. */
export function RemotesTab({ inspection }: { readonly inspection: Inspection }) {
  const { registry, problems, store, loadsAtom, healedAtom, steering } = inspection;
  const loads = useAtomValue(loadsAtom, { store });
  const healed = useAtomValue(healedAtom, { store });
  const timings = useFileTimings();
  // A corrupt manifest keeps a remote out of the registry; it must be mended all the same.
  const absent = Object.entries(steering.breakages).filter(
    ([id]) => !registry.remotes.some((remote) => remote.id === id),
  );
  return (
    <div className={styles.tab}>
      {problems.length > 0 && (
        <section className={styles.problems} aria-label="Left out of the registry">
          <h3>Left out of the registry</h3>
          <ul>
            {problems.map((problem) => (
              <li key={problem}>{problem}</li>
            ))}
          </ul>
        </section>
      )}
      {steering.failures.map(({ override, reason }) => (
        <p key={override.remoteId} className={styles.problems}>
          The override of {override.remoteId} with {override.address} was given up, and the released
          version took its place: {reason}
        </p>
      ))}
      {absent.map(([id, breakage]) => (
        <section key={id} className={styles.problems} aria-label={`Steer ${id}`}>
          <h3>{id} is not on this page</h3>
          <BreakForm remoteId={id} breakage={breakage} steering={steering} />
        </section>
      ))}
      <ul className={styles.remotes}>
        {registry.remotes.map((remote) => (
          <li key={remote.id}>
            <RemoteItem
              remote={remote}
              loads={lastLoads(loads, remote.id)}
              healed={healed.filter((version) => version.remote === remote.id)}
              timings={timings}
              inspection={inspection}
            />
          </li>
        ))}
      </ul>
      {registry.remotes.length === 0 && <p>The registry holds no remote.</p>}
    </div>
  );
}
