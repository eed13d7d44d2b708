/** The documents that a page is made from, besides the builds. */
export type DocumentName = 'registry' | 'config';

/**
 * Reads a document that the server embedded in the page's HTML; in development it is fetched. Rejects
 * with a sentence that names the document.
 */
export async function readDocument(name: DocumentName): Promise<unknown> {
  const embedded = document.getElementById(`patchwork-${name}`);
  try {
    if (embedded) return JSON.parse(embedded.textContent);
    const response = await fetch(`/${name}.json`, { cache: 'no-store' });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return await response.json();
  } catch (cause) {
    throw new Error(`The page’s ${name} could not be read`, { cause });
  }
}
