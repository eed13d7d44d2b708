import { useSearchParams } from '@patchwork/router';
import { useSetAtom } from 'jotai';
import { useLayoutEffect } from 'react';
import { draftAtom, readDraftLink, withoutDraft } from '../../draft.ts';

/**
 * Takes over the draft that the page's address carries, once: it leaves the address then, so that a
 * reload keeps what was typed since.
 */
export function useLinkedDraft(): void {
  const replaceDraft = useSetAtom(draftAtom);
  const [search, setSearch] = useSearchParams();
  useLayoutEffect(() => {
    const linked = readDraftLink(String(search));
    if (!linked) return;
    replaceDraft(linked);
    setSearch(withoutDraft(String(search)), { replace: true, preventScrollReset: true });
  }, [search, setSearch, replaceDraft]);
}
