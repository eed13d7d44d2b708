import type { Body } from './body.ts';
import type { Documents } from './documents.ts';

/** The page for a path, as a shop without an API sends it. */
export async function bodyOf(documents: Documents, pathname: string): Promise<Body | undefined> {
  return (await documents().page?.({ pathname, hasQuery: false }))?.body;
}
