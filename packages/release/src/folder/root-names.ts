/** The names in the root that belong to the release folder itself, compressed copies too. */
const taken =
  /^(?:(?:(?:registry|config)\.json|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$|(?:remotes|shell)(?:\/|$))/i;

/** Whether no server of a release sends a file: a part of its path begins with a dot. */
export const isHidden = (file: string): boolean =>
  file.split('/').some((part) => part.startsWith('.'));

/** Whether a shell may bring a file of this path to the root of the release folder. */
export const isFreeName = (file: string): boolean => !taken.test(file) && !isHidden(file);
