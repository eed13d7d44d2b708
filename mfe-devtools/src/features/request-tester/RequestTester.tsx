import { PageHeading } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useRef } from 'react';
import { EndpointTable } from './EndpointTable.tsx';
import { History } from './History.tsx';
import { RequestForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';
import { prepareAtom } from './tester.ts';
import { useLinkedDraft } from './useLinkedDraft.ts';

/** Writes a request, sends it, and shows what came back. */
export function RequestTester() {
  const form = useRef<HTMLFormElement>(null);
  const prepare = useSetAtom(prepareAtom);
  useLinkedDraft();
  useEffect(() => void prepare(), [prepare]);

  /** To what was just filled in, which may be far above. */
  const showForm = () => form.current?.querySelector<HTMLElement>('[name="endpoint"]')?.focus();

  return (
    <div className={`container ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <RequestForm ref={form} />
      <ResponsePanel onUse={showForm} />
      <EndpointTable onUse={showForm} />
      <History onUse={showForm} onResend={() => form.current?.requestSubmit()} />
    </div>
  );
}
