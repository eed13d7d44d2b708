import type { ActiveRemote } from '@patchwork/host';
import { folderOf } from '@patchwork/host/browser';
import type { LoadRecord } from '@patchwork/host/devtools';
import { TableHead } from '@patchwork/ui';
import { type Breakdown, describeFiles, partsOf } from '../../breakdown.ts';
import { Facts } from '../../controls.tsx';
import { useFileTimings } from '../../file-timings.ts';
import { describeDuration } from '../../measure.ts';
import look from '../../styles.module.css';
import { describeTransfer, type FileTiming } from './RemoteDetails.tsx';
import styles from './RemotesTab.module.css';

/** Table of where the time of one module went. */
export function TimeTable({ breakdown }: { readonly breakdown: Breakdown }) {
  return (
    <table className={`${look.table} ${styles.table} ${styles.times}`}>
      <TableHead columns={[breakdown.module, describeDuration(breakdown.total), 'Files']} />
      <tbody>
        {partsOf(breakdown).map(([name, time, part]) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td className={look.time}>{time}</td>
            <td className={look.soft}>{part === 'download' && describeFiles(breakdown.files)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function registryText(timings: readonly FileTiming[]): string {
  const file = timings.find(({ name }) => new URL(name).pathname === '/registry.json');
  if (file) return `${describeDuration(file.responseEnd - file.startTime)}, a file of its own`;
  return 'came with the page';
}

function stateText({ state, startedAt, endedAt }: LoadRecord): string | undefined {
  if (endedAt === undefined) return 'loading';
  return state === 'failed' ? `failed after ${describeDuration(endedAt - startedAt)}` : undefined;
}

interface LoadTimesProps {
  readonly remote: ActiveRemote;
  /** Last load of each module. */
  readonly loads: readonly LoadRecord[];
  readonly breakdowns: readonly Breakdown[];
}

/** Where a remote's time went, for each module, and the bytes transferred for all its files. */
export function LoadTimes({ remote, loads, breakdowns }: LoadTimesProps) {
  const timings = useFileTimings();
  const states = loads.map((load) => [load.module, stateText(load)] as const);
  return (
    <div className={look.stack}>
      <Facts
        facts={[
          ['Registry', registryText(timings)],
          ...states.filter(([, text]) => text !== undefined),
          ['Transferred', describeTransfer(timings, folderOf(remote.entry))],
        ]}
      />
      {loads.map(({ module, startedAt }) => {
        const breakdown = breakdowns.find(
          (each) => each.module === module && each.startedAt === startedAt,
        );
        return breakdown && <TimeTable key={module} breakdown={breakdown} />;
      })}
    </div>
  );
}
