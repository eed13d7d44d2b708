import { PageHeading } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
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
  const form = useRef<HTMLFormElement>(null);
  const prepare = useSetAtom(prepareAtom);
  useLinkedDraft();
  useEffect(() => void prepare(), [prepare]);

  /** The form may be far above the button that filled it in. */
  const showForm = () => form.current?.querySelector<HTMLElement>('[name="endpoint"]')?.focus();

  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <RequestForm ref={form} />
      <ResponsePanel onUse={showForm} />
      <div className={styles.endpoints}>
        <EndpointTable onUse={showForm} />
        <OpenApiButton />
      </div>
      <History onUse={showForm} onResend={() => form.current?.requestSubmit()} />
    </div>
  );
}
