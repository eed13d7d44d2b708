/*
 * A spreadsheet takes a cell for a formula that begins with one of these characters (OWASP, CSV Injection), and for
 * a text where an apostrophe is in front of it. A text that has such an apostrophe itself gets one more, so that
 * an import takes away what the export has put there.
 */

const unsafe = /^'*[=+\-@\t\r\n＝＋－＠]/;
const escaped = /^'+[=+\-@\t\r\n＝＋－＠]/;

/** Returns a text that no spreadsheet runs. */
export const escapeFormula = (text: string): string => (unsafe.test(text) ? `'${text}` : text);

/** Returns the text that was escaped; any other one as it is. */
export const unescapeFormula = (cell: string): string =>
  escaped.test(cell) ? cell.slice(1) : cell;
