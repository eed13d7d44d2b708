import { isPreviewName } from '@patchwork/federation';
import { readRemoteChanges, writeRemoteChanges } from '../remote-changes/remote-changes.ts';

const PARAMETER = 'preview';

/** Each is shown. A link with more is not one that we made. */
const MAX_PREVIEWS = 5;

/** The previews that the address names; without one there, those that this tab has shown so far. */
export function previewNames(): readonly string[] {
  const named = new URLSearchParams(location.search).getAll(PARAMETER).filter(isPreviewName);
  const names = named.length > 0 ? named : readRemoteChanges().previews;
  return [...new Set(names)].slice(0, MAX_PREVIEWS);
}

function removeFromAddress(): void {
  const url = new URL(location.href);
  if (!url.searchParams.has(PARAMETER)) return;
  url.searchParams.delete(PARAMETER);
  history.replaceState(history.state, '', url);
}

/**
 * Keeps previews for this tab, and takes their names out of its address: links within the shop do not have
 * them either. Where the browser stores nothing, the address stays, for a reload.
 */
export function keepPreviews(previews: readonly string[]): void {
  const isKept = writeRemoteChanges({ ...readRemoteChanges(), previews });
  if (isKept || previews.length === 0) removeFromAddress();
}

/** Ends a preview in this tab. It shows with the next page. */
export function endPreview(name: string): void {
  keepPreviews(previewNames().filter((each) => each !== name));
}
