/** Lower-case letters, digits and "-". Checked before a name from an address is used, shown or stored. */
export const isPreviewName = (text: string): boolean => /^[a-z0-9-]{1,50}$/.test(text);
