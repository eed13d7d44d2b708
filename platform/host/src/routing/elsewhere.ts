/**
 * Returns a function that opens a page with a document of its own, if the page needs more rights than this document,
 * whose policy is fixed: the release lists such pages in the HTML. The function then returns a promise that stays
 * pending while the browser leaves; otherwise undefined. The document's own path is never opened again, because a wrong
 * list would reload it endlessly.
 */
export function createElsewhere(): (page: string, address: string) => Promise<never> | undefined {
  const own = location.pathname;
  const listed = document.getElementById('patchwork-elsewhere')?.textContent;
  return (page, address) => {
    if (!listed?.includes(`"${page}"`) || new URL(address).pathname === own) return undefined;
    location.assign(address);
    return new Promise(() => undefined);
  };
}
