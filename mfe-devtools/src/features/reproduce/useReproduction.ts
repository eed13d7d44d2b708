import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock } from '@patchwork/mock-server';
import { useLocation } from '@patchwork/shop';
import { useAtomValue } from 'jotai';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { draftAtom, withoutAuthorization } from '../../draft.ts';
import { packReproduction } from './link.ts';
import { formatVersion, type Reproduction, versionsOf } from './reproduction.ts';

const never = () => () => undefined;
const nothing = () => undefined;

/** The state of this page, with its mock's if there is one, updated after each change. */
export function useReproduction(
  inspection: Inspection,
  mock: Mock | undefined,
  withDraft: boolean,
): Reproduction {
  const { pathname, search } = useLocation();
  const draft = useAtomValue(draftAtom, { store: inspection.store });
  const control = mock?.control;
  const state = useSyncExternalStore(control?.subscribe ?? never, control?.read ?? nothing);
  return useMemo(
    () => ({
      version: formatVersion,
      shop: versionsOf(inspection.active),
      path: pathname + search,
      ...(state && control && { mock: control.exportSnapshot() }),
      ...(withDraft && { draft: withoutAuthorization(draft) }),
    }),
    [inspection.active, pathname, search, state, control, withDraft, draft],
  );
}

/** The link to a state; empty until it has been packed for the first time. */
export function useLink(reproduction: Reproduction): string {
  const [link, setLink] = useState('');
  useEffect(() => {
    let isOutdated = false;
    void packReproduction(reproduction).then((hash) => {
      if (!isOutdated) setLink(window.location.origin + reproduction.path + hash);
    });
    return () => {
      isOutdated = true;
    };
  }, [reproduction]);
  return link;
}
