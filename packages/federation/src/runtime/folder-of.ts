/** The address of the folder that an entry lies in, with all other files of its version. */
export const folderOf = (entry: string): string => new URL('.', new URL(entry, location.href)).href;
