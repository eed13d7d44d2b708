import { fetchPreviews } from '../browser.ts';
import { isOver, isPreviewName, type Preview } from '../index.ts';
import { readRemoteChanges, writeRemoteChanges } from './remote-changes.ts';

const PARAMETER = 'preview';

/** Maximum number of previews per tab, because the badge lists each. */
const MAX_PREVIEWS = 5;

/** Returns the names of the previews in the URL. If it has none, returns those stored for this tab. */
function previewNames(): readonly string[] {
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
 * Stores previews for this tab and removes them from the URL, so that copied links don't contain them. If storage is
 * unavailable, the URL keeps them for the next reload.
 */
function keepPreviews(previews: readonly string[]): void {
  const isKept = writeRemoteChanges({ ...readRemoteChanges(), previews });
  if (isKept || previews.length === 0) removeFromAddress();
}

/** Previews in this tab, and those that couldn't be opened. */
export interface OpenedPreviews {
  readonly previews: readonly Preview[];
  /** Each reason completes a sentence that begins with the preview's name. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

const failedFor = (names: readonly string[], reason: string): OpenedPreviews['failed'] =>
  names.map((name) => ({ name, reason }));

/** Opens the previews in the URL. If it has none, opens those stored for this tab. Never rejects. */
export async function openPreviews(): Promise<OpenedPreviews> {
  const names = previewNames();
  let all: readonly Preview[] = [];
  try {
    if (names.length > 0) all = await fetchPreviews();
  } catch (error) {
    console.error(error);
    const reason = 'could not be loaded: load the page again to try once more';
    return { previews: [], failed: failedFor(names, reason) };
  }
  const find = (name: string) => all.find((each) => each.name === name && !isOver(each));
  const previews = names.flatMap((name) => find(name) ?? []);
  keepPreviews(previews.map(({ name }) => name));
  const missing = names.filter((name) => !find(name));
  return { previews, failed: failedFor(missing, 'does not exist, or has ended') };
}

/** Ends a preview in this tab. Takes effect with the next page load. */
export function endPreview(name: string): void {
  keepPreviews(previewNames().filter((each) => each !== name));
}
