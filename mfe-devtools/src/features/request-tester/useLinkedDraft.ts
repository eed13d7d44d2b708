import { useSearchParams } from '@patchwork/router';
import { useSetAtom } from 'jotai';
import { useEffect, useLayoutEffect } from 'react';
import { draftAtom } from '../../draft.ts';
import { readDraftLink, withoutDraft } from '../../draft-link.ts';

/**
 * Takes over the draft that the page's address carries, once: it leaves the address then, so that a
 * reload keeps what was typed since.
 */
export function useLinkedDraft(): void {
  const replaceDraft = useSetAtom(draftAtom);
  const [search, setSearch] = useSearchParams();
  useLayoutEffect(() => {
    const linked = readDraftLink(String(search));
    if (linked) replaceDraft(linked);
  }, [search, replaceDraft]);
  // Not before the router's provider listens: it would keep the old address on the first page.
  useEffect(() => {
    if (!readDraftLink(String(search))) return;
    setSearch(withoutDraft(String(search)), { replace: true, preventScrollReset: true });
  }, [search, setSearch]);
}
