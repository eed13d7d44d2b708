/** The hash of the page's address where it is a reproduction link; else ''. */
export const reproductionHash = (): string =>
  location.hash.startsWith('#reproduce=') ? location.hash : '';
