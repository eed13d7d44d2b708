import type { Inspection } from '@patchwork/devtools-bridge';
import { Spinner } from '@patchwork/ui';
import { useMock } from '../../useMock.ts';
import styles from './MockTab.module.css';
import { MockViews } from './MockViews.tsx';

interface MockTabProps {
  readonly inspection: Inspection;
}

/** Shows and changes the page's mock: its conditions, its data and earlier states. */
export function MockTab({ inspection }: MockTabProps) {
  const access = useMock(inspection);
  switch (access.kind) {
    case 'none':
      return <p className={styles.note}>This shop talks to a real API: there is no mock here.</p>;
    case 'starting':
      return <Spinner label="Starting the mock" />;
    case 'failed':
      return (
        <p role="alert" className={styles.note}>
          The mock could not be started: {access.reason}
        </p>
      );
    case 'running':
      return <MockViews mock={access.mock} store={inspection.store} />;
  }
}
