/** White space, control characters, and those that change the direction of the text that follows them. */
const unwanted = /[\s\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu;

/** A text of the API in one line, at most `length` characters long; a longer one ends with '…'. */
export function cleanText(text: string, length: number): string {
  // Cut twice: replacing and splitting a text of megabytes would take too long.
  const cleaned = text
    .slice(0, 4 * length)
    .replaceAll(unwanted, ' ')
    .trim();
  const characters = [...cleaned];
  return characters.length > length ? `${characters.slice(0, length - 1).join('')}…` : cleaned;
}
