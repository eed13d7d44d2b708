import { PageHeading } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect } from 'react';
import { EndpointTable } from './EndpointTable.tsx';
import { History } from './History.tsx';
import { OpenApiButton } from './OpenApiButton.tsx';
import { RequestForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';
import { prepareAtom } from './tester.ts';
import { useLinkedDraft } from './useLinkedDraft.ts';

/** A form for a request, its response, the known endpoints and a history. */
export function RequestTester() {
  const prepare = useSetAtom(prepareAtom);
  useLinkedDraft();
  useEffect(() => void prepare(), [prepare]);
  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <RequestForm />
      <ResponsePanel />
      <div className={styles.endpoints}>
        <EndpointTable />
        <OpenApiButton />
      </div>
      <History />
    </div>
  );
}
