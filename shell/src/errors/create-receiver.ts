import type { PageLogs } from '@patchwork/devtools-bridge';
import { describeError, type RunningVersions } from './describe-error.ts';
import { createReporter } from './report-errors.ts';
import type { Occurrence } from './watch-errors.ts';

export interface Receivers {
  /** The runtime configuration's `reporting.url`. */
  readonly url: string | undefined;
  /** For the devtools. */
  readonly log: PageLogs['onError'] | undefined;
}

export type Receive = (found: Occurrence, versions: RunningVersions) => void;

/** Passes an error to the devtools and to the shop's operators, where the configuration has them. */
export function createReceiver({ url, log }: Receivers): Receive {
  const report = url === undefined ? undefined : createReporter(url);
  return (found, versions) => {
    const record = describeError(found, versions);
    log?.(record);
    report?.(record, versions);
  };
}
