const rules: readonly [RegExp, string][] = [
  // The name of the file or of its folder contains a hash of the content, so it never changes.
  [/^\/(?:static\/|shell\/[^/]+\/|remotes\/[^/]+\/[^/]+\/)/, 'public, max-age=31536000, immutable'],
  [/^\/(?:images\/|favicon\.)/, 'public, max-age=3600'],
];

/** How long a browser may cache a file; it revalidates everything that is not listed. */
export const cacheControl = (pathname: string): string =>
  rules.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'no-cache';
