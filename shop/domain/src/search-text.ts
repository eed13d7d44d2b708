/**
 * Returns the text by which titles and searches are compared: in lower case, composed (Unicode's NFC), without invisible
 * characters, with one space for any white space. In Unicode's order, because an invisible character between a letter
 * and its accent would keep the two apart.
 */
export const searchTextOf = (text: string): string =>
  text
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .trim();
