import type { PageInspection } from '@patchwork/host/devtools';
import type { ConditionsControl, Mock } from '@patchwork/mock-server';
import type { CallLog } from './call-log.ts';

/**
 * Everything that the devtools show and control. Provided by the shell or by a remote's stand-alone page, used by
 * mfe-devtools.
 */
export interface Inspection extends PageInspection, Omit<CallLog, 'onCall'> {
  /** Starts the page's mock or returns the running one; undefined with a real API. */
  readonly mock: (() => Promise<Mock>) | undefined;
  /** Starts delays, failures and custom responses for a real API; undefined with a mock. */
  readonly conditions: (() => Promise<ConditionsControl>) | undefined;
}

/** Props of the module in the slot 'devtools'. */
export interface DevtoolsPanelProps {
  readonly inspection: Inspection;
  readonly onClose: () => void;
}
