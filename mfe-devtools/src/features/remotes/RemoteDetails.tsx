import type { LoadRecord, SharedUse } from '@patchwork/host/devtools';
import { TableHead } from '@patchwork/ui';
import { counted, sizeText } from '../../measure.ts';
import look from '../../styles.module.css';
import styles from './RemotesTab.module.css';

export type FileTiming = Pick<
  PerformanceResourceTiming,
  'name' | 'startTime' | 'responseEnd' | 'transferSize' | 'decodedBodySize'
>;

/** Whether a file's size is known. Another origin hides the size unless it sends the Timing-Allow-Origin header. */
const hasSize = ({ transferSize, decodedBodySize }: FileTiming): boolean =>
  transferSize > 0 || decodedBodySize > 0;

/** Describes how many bytes of a folder's files were transferred, headers included. */
export function describeTransfer(timings: readonly FileTiming[], folder: string): string {
  const fetched = timings.filter(({ name }) => name.startsWith(folder));
  if (fetched.length === 0) return 'nothing';
  const files = counted(fetched.length, 'file', 'files');
  const known = fetched.filter(hasSize);
  if (known.length === 0) return `hidden by the other origin (${files})`;
  const bytes = known.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const hiddenFiles = fetched.length - known.length;
  const hidden = hiddenFiles > 0 ? `, ${hiddenFiles} of them hidden` : '';
  return `${bytes === 0 ? 'from cache' : sizeText(bytes)} (${files}${hidden})`;
}

/** Returns the last load of each module of a remote, ordered by the modules' first loads. */
export function lastLoads(loads: readonly LoadRecord[], remoteId: string): LoadRecord[] {
  const own = loads.filter((load) => load.remoteId === remoteId);
  return [...new Map(own.map((load) => [load.module, load])).values()];
}

/**
 * Returns a remote's state: 'idle' without loads; 'loading' if any module is loading; else 'failed' if any has failed;
 * else 'ready'.
 */
export function remoteState(loads: readonly LoadRecord[]) {
  if (loads.length === 0) return { kind: 'idle' } as const;
  if (loads.some(({ state }) => state === 'loading')) return { kind: 'loading' } as const;
  const failed = loads.find(({ state }) => state === 'failed');
  if (failed) return { kind: 'failed', reason: failed.reason } as const;
  return { kind: 'ready' } as const;
}

function sourceOf({ got, from }: SharedUse): string {
  if (got === undefined) return 'not used yet';
  return from === undefined ? got : `${got} (${from})`;
}

/** Packages that a remote shares with the page, with the required and the provided version. */
export function SharedPackages({ uses }: { readonly uses: readonly SharedUse[] }) {
  if (uses.length === 0) return <p>Known when the remote’s code has loaded.</p>;
  return (
    <table className={`${look.table} ${styles.table}`}>
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
