import { PageHeading } from '@patchwork/ui';
import { EndpointTable } from './EndpointTable.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';

/** The calls that the shop's server knows, and what it answered. */
export function RequestTester() {
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <EndpointTable />
      <ResponsePanel />
    </div>
  );
}
