import type { Inspection, LoadRecord, SharedUse } from '@patchwork/devtools-bridge';
import type { ActiveRemote } from '@patchwork/federation';
import { TableHead } from '@patchwork/ui';
import { useAtomValue } from 'jotai';
import { useEffect, useState } from 'react';
import { Facts, TextList } from '../../controls.tsx';
import { describeDuration } from '../../measure.ts';
import lines from '../../Table.module.css';
import { BreakForm, RemoteItem } from './RemoteItem.tsx';
import styles from './RemotesTab.module.css';
import { describeTransfer, type FileTiming, folderOf, lastLoads } from './remote-state.ts';

function sourceOf({ got, from }: SharedUse): string {
  if (got === undefined) return 'not used yet';
  return from === undefined ? got : `${got} (${from})`;
}

/** The packages that a remote shares with the page: the version it requires, and the one it got. */
export function SharedPackages({ uses }: { readonly uses: readonly SharedUse[] }) {
  if (uses.length === 0) return <p>Known when the remote’s code has loaded.</p>;
  return (
    <table className={`${lines.table} ${styles.table}`}>
      <TableHead columns={['Package', 'Wanted', 'Got']} />
      <tbody>
        {uses.map((use) => (
          <tr key={use.name}>
            <th scope="row">{use.name}</th>
            <td>{use.wanted}</td>
            <td>{sourceOf(use)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

interface LoadTimesProps {
  readonly remote: ActiveRemote;
  /** The last attempt at each module. */
  readonly loads: readonly LoadRecord[];
}

const readTimings = (): readonly FileTiming[] =>
  performance.getEntriesByType('resource') as PerformanceResourceTiming[];

/** The browser's measurements of the page's files, updated as more of them load. */
function useFileTimings(): readonly FileTiming[] {
  const [timings, setTimings] = useState(readTimings);
  useEffect(() => {
    const observer = new PerformanceObserver(() => setTimings(readTimings()));
    observer.observe({ type: 'resource' });
    return () => observer.disconnect();
  }, []);
  return timings;
}

function registryText(timings: readonly FileTiming[]): string {
  const file = timings.find(({ name }) => new URL(name).pathname === '/registry.json');
  if (file) return `${describeDuration(file.responseEnd - file.startTime)}, a file of its own`;
  const [page] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (!page) return 'came with the page';
  const time = describeDuration(page.responseEnd - page.requestStart);
  return `came with the page, which took ${time}`;
}

function entryText(timing: FileTiming | undefined): string {
  if (!timing) return 'not fetched';
  const time = describeDuration(timing.responseEnd - timing.startTime);
  return timing.transferSize === 0 && timing.decodedBodySize > 0 ? `${time}, from cache` : time;
}

function moduleText({ state, startedAt, endedAt }: LoadRecord): string {
  if (endedAt === undefined) return 'loading';
  const time = describeDuration(endedAt - startedAt);
  return state === 'failed' ? `failed after ${time}` : `${time}, with all that it needs`;
}

/** Lists the load time of each part of a remote, and the bytes that came over the network. */
export function LoadTimes({ remote, loads }: LoadTimesProps) {
  const timings = useFileTimings();
  const entry = new URL(remote.entry, location.href).href;
  const folder = folderOf(remote.entry, location.href);
  return (
    <Facts
      facts={[
        ['Registry', registryText(timings)],
        ['Entry', entryText(timings.findLast(({ name }) => name === entry))],
        ...loads.map((load) => [load.module, moduleText(load)] as const),
        ['Transferred', describeTransfer(timings, folder)],
      ]}
    />
  );
}

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
