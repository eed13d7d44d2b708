import { isOver, type Preview } from '@patchwork/federation';
import { fetchPreviews } from '@patchwork/federation/browser';
import { keepPreviews, previewNames } from './preview-names.ts';

/** What a tab shows of the previews that it was asked for. */
export interface OpenedPreviews {
  readonly previews: readonly Preview[];
  /** The reason is the end of a sentence that begins with the preview. */
  readonly failed: readonly { readonly name: string; readonly reason: string }[];
}

const failedFor = (names: readonly string[], reason: string): OpenedPreviews['failed'] =>
  names.map((name) => ({ name, reason }));

/** Opens the previews that the address names, or that this tab has shown so far. Never rejects. */
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
