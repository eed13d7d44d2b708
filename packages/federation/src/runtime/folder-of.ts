/** The address of the folder of an entry, which has all files of its version. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;
