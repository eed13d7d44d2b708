/** The documents that say what this page is made of, apart from any build. */
export type DocumentName = 'registry' | 'config';

/**
 * A document stitched into the page's HTML when it was served; in development it is fetched.
 * Rejects with a sentence that names the document.
 */
export async function readDocument(name: DocumentName): Promise<unknown> {
  const stitched = document.getElementById(`patchwork-${name}`);
  try {
    if (stitched) return JSON.parse(stitched.textContent);
    const response = await fetch(`/${name}.json`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new Error(`The page’s ${name} could not be read`, { cause });
  }
}
