import type { Inspection } from '@patchwork/devtools-bridge';
import type { Mock } from '@patchwork/mock-server';
import { useLocation } from '@patchwork/router';
import { useAtomValue } from 'jotai';
import { useMemo, useSyncExternalStore } from 'react';
import { draftAtom, withoutAuthorization } from '../../draft.ts';
import { formatVersion, type Reproduction, versionsOf } from './reproduction.ts';

interface Parts {
  /** Undefined where the page uses a real API. */
  readonly mock: Mock | undefined;
  readonly withDraft: boolean;
}

const never = () => () => undefined;
const nothing = () => undefined;

/** The state of this page, updated after each change. */
export function useReproduction(inspection: Inspection, { mock, withDraft }: Parts): Reproduction {
  const { pathname, search } = useLocation();
  const draft = useAtomValue(draftAtom, { store: inspection.store });
  const control = mock?.control;
  const state = useSyncExternalStore(control?.subscribe ?? never, control?.read ?? nothing);
  return useMemo(
    () => ({
      version: formatVersion,
      shop: versionsOf(inspection.registry),
      path: pathname + search,
      ...(state && control && { mock: control.exportSnapshot() }),
      ...(withDraft && { draft: withoutAuthorization(draft) }),
    }),
    [inspection.registry, pathname, search, state, control, withDraft, draft],
  );
}
