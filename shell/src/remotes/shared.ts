import type { SharedUse } from '@patchwork/inspection';

/** The packages that a remote shares with the page; empty before its code is there. */
export function sharedBy(_remoteId: string): readonly SharedUse[] {
  return [];
}
