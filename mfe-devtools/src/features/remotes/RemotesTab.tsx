import type { Inspection } from '@patchwork/devtools-bridge';
import { useAtomValue } from 'jotai';
import { TextList } from '../../controls.tsx';
import { BreakForm, RemoteItem } from './RemoteItem.tsx';
import styles from './RemotesTab.module.css';
import { lastLoads } from './remote-state.ts';

/** The remotes of the page, how each was loaded, and the controls to override or break one. */
export function RemotesTab({ inspection }: { readonly inspection: Inspection }) {
  const { active, problems, store, remoteControls } = inspection;
  const loads = useAtomValue(inspection.loadsAtom, { store });
  const fallbacks = useAtomValue(inspection.fallbacksAtom, { store });
  // A corrupt remote is left out of the registry, but its repair button must be here.
  const absent = Object.entries(remoteControls.breakages).filter(
    ([id]) => !active.remotes.some((remote) => remote.id === id),
  );
  return (
    <div className={styles.tab}>
      {problems.length > 0 && (
        <section className={styles.problems} aria-label="Left out of the registry">
          <h3>Left out of the registry</h3>
          <TextList texts={problems} />
        </section>
      )}
      {remoteControls.failedOverrides.map(({ override, reason }) => (
        <p key={override.remoteId} className={styles.problems}>
          The override of {override.remoteId} with {override.address} failed, and the released
          version is used instead: {reason}
        </p>
      ))}
      {absent.map(([id, breakage]) => (
        <section key={id} className={styles.problems} aria-label={`Controls of ${id}`}>
          <h3>{id} is not on this page</h3>
          <BreakForm remoteId={id} breakage={breakage} remoteControls={remoteControls} />
        </section>
      ))}
      <ul className={styles.remotes}>
        {active.remotes.map((remote) => (
          <li key={remote.id}>
            <RemoteItem
              remote={remote}
              loads={lastLoads(loads, remote.id)}
              fallbacks={fallbacks.filter((version) => version.remote === remote.id)}
              inspection={inspection}
            />
          </li>
        ))}
      </ul>
      {active.remotes.length === 0 && <p>The registry holds no remote.</p>}
    </div>
  );
}
