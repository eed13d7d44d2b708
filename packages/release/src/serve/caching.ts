const rules: readonly [RegExp, string][] = [
  // The name or the folder holds a hash of the content: what lies here never changes.
  [/^\/(?:static\/|shell\/[^/]+\/|remotes\/[^/]+\/[^/]+\/)/, 'public, max-age=31536000, immutable'],
  [/^\/(?:images\/|favicon\.)/, 'public, max-age=3600'],
];

/** How long a browser may keep a file without asking; everything that is not listed is asked for. */
export const cacheControl = (pathname: string): string =>
  rules.find(([pattern]) => pattern.test(pathname))?.[1] ?? 'no-cache';
