/**
 * Returns the HTML of a page that the server sent, until the shop replaces it. Null for a page that was opened by a link, and while
 * the page is prerendered: Node has no document.
 */
export const firstWordsOf = (page: string): Element | null =>
  globalThis.document?.querySelector(`[data-prerendered="${page}"]`) ?? null;
