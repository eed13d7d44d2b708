import { useSearchParams } from '@patchwork/shop';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { draftAtom } from '../../draft.ts';
import { readDraftLink, withoutDraft } from '../../draft-link.ts';

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
