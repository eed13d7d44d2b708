/** The names in the root that belong to the release folder itself, compressed copies too. */
const taken =
  /^(?:(?:(?:registry|config)\.json|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$|(?:remotes|shell)(?:\/|$))/i;

/** What a server makes for each request, in the root of the release folder: its copy on the disk may be older. */
export const isMadeName = (file: string): boolean =>
  /^(?:(?:registry|config)\.json|index\.html|_headers(?:\.nginx\.conf)?)(?:\.(?:br|gz))?$/i.test(
    file,
  );

/** Whether no server of a release sends a file: a part of its path begins with a dot. */
export const isHidden = (file: string): boolean =>
  file.split('/').some((part) => part.startsWith('.'));

/** Whether a shell may bring a file of this path to the root of the release folder. */
export const isFreeName = (file: string): boolean => !taken.test(file) && !isHidden(file);
