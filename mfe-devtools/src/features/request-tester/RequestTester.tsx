import { useSearchParams } from '@patchwork/shop';
import { PageHeading } from '@patchwork/ui';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { draftAtom, readDraftLink, withoutDraft } from '../../draft.ts';
import look from '../../styles.module.css';
import { Endpoints } from './Endpoints.tsx';
import { History } from './History.tsx';
import { LazyArea } from './LazyArea.tsx';
import { RequestForm } from './RequestForm.tsx';
import styles from './RequestTester.module.css';
import { ResponsePanel } from './ResponsePanel.tsx';
import { prepareAtom } from './tester.ts';

/** Moves the draft from the address to the form, so that a reload doesn't replace what was typed since. */
export function useLinkedDraft(): void {
  const replaceDraft = useSetAtom(draftAtom);
  const [search, setSearch] = useSearchParams();
  useLayoutEffect(() => {
    const linked = readDraftLink(String(search));
    if (linked) replaceDraft(linked);
  }, [search, replaceDraft]);
  // In an effect, because on the first page the router's provider isn't listening earlier.
  useEffect(() => {
    if (!readDraftLink(String(search))) return;
    setSearch(withoutDraft(String(search)), { replace: true, preventScrollReset: true });
  }, [search, setSearch]);
}

const loadFiles = () => import('./RequestFiles.tsx').then(({ RequestFiles }) => RequestFiles);
const loadImport = () => import('./ImportForm.tsx').then(({ ImportForm }) => ImportForm);

/** Request form with response, list of endpoints, and history. */
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
        <LazyArea title="Request files" load={loadFiles} />
        <LazyArea title="Import requests" load={loadImport} />
        <Endpoints />
      </div>
      <History />
    </div>
  );
}
