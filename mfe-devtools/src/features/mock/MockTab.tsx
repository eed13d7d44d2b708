import type { Inspection } from '@patchwork/devtools-bridge';
import { Spinner } from '@patchwork/ui';
import { useMock } from '../../useMock.ts';
import styles from './MockTab.module.css';
import { RunningMock } from './RunningMock.tsx';

interface MockTabProps {
  readonly inspection: Inspection;
}

/** See and steer the page's mock: its conditions, its data and its past. */
export function MockTab({ inspection }: MockTabProps) {
  const access = useMock(inspection);
  switch (access.kind) {
    case 'none':
      return (
        <p className={styles.note}>This shop talks to a real API: there is no mock to steer.</p>
      );
    case 'starting':
      return <Spinner label="Starting the mock" />;
    case 'failed':
      return (
        <p role="alert" className={styles.note}>
          The mock could not be started: {access.reason}
        </p>
      );
    case 'running':
      return <RunningMock mock={access.mock} store={inspection.store} />;
  }
}
