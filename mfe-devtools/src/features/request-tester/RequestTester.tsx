import { useSearchParams } from '@patchwork/shop';
import { PageHeading } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { draftAtom, readDraftLink, withoutDraft } from '../../draft.ts';
import look from '../../styles.module.css';
import { EndpointTable, OpenApiButton } from './EndpointTable.tsx';
import { History } from './History.tsx';
import { ImportArea } from './ImportArea.tsx';
import { RequestForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';
import { prepareAtom } from './tester.ts';

/**
 * Reads the draft from the page's address, once: it is then removed from the address, so that a reload
 * does not replace what was typed since.
 */
export function useLinkedDraft(): void {
  const replaceDraft = useSetAtom(draftAtom);
  const [search, setSearch] = useSearchParams();
  useLayoutEffect(() => {
    const linked = readDraftLink(String(search));
    if (linked) replaceDraft(linked);
  }, [search, replaceDraft]);
  // An effect, because the router's provider does not listen earlier on the first page.
  useEffect(() => {
    if (!readDraftLink(String(search))) return;
    setSearch(withoutDraft(String(search)), { replace: true, preventScrollReset: true });
  }, [search, setSearch]);
}

/** A form for a request, its response, the known endpoints and a history. */
export function RequestTester() {
  const prepare = useSetAtom(prepareAtom);
  useLinkedDraft();
  useEffect(() => void prepare(), [prepare]);
  return (
    <div className={`container ${look.stack} ${styles.page}`}>
      <PageHeading>Request tester</PageHeading>
      <RequestForm />
      <ResponsePanel />
      <div className={`${look.stack} ${styles.wide}`}>
        <ImportArea />
        <EndpointTable />
        <div className={look.row}>
          <OpenApiButton />
        </div>
      </div>
      <History />
    </div>
  );
}
