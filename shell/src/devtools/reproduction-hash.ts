/** The hash of the page's address where it is a reproduction link's; else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';
