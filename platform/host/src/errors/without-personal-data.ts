const MAX_LENGTH = 200;

/** Matches a JavaScript engine's message about a missing object. The quoted word is a property's name. */
const missingObject =
  /^(?:TypeError: )?Cannot (?:read|set) properties of \w+ \(\w+ '[A-Za-z_$]{1,40}'\)/;

/** Matches text from the first quotation mark to the last one, or to the end of a shortened text. */
const quoted = /(["`“‘«]|(?<!\p{L})').*["`”’»']|(["`“‘«]|(?<!\p{L})').*/u;

const replacements: readonly (readonly [RegExp, string])[] = [
  [/\p{C}/gu, ' '],
  [quoted, '“…”'],
  [/\S+@\S+/g, '<email>'],
  [/[a-z][\w+.-]*:\/\/\S*/gi, '<address>'],
  [/(?<!\S)\/\S+|\?\S+|#\S+/g, '<path>'],
  [/\S{25,}/g, '…'],
  [/\p{Nd}(?:[\s().+-]{0,2}\p{Nd}){3,}/gu, '#'],
];

/**
 * Returns the first line of an error's message, cut to 200 characters, without possible personal data: quoted text,
 * emails, addresses, paths, long words, and numbers of four or more digits. It can't recognise personal data that is an
 * ordinary word without quotation marks.
 */
export function withoutPersonalData(message: string): string {
  const line = message.slice(0, 2000).split('\n', 1).join();
  const [kept] = missingObject.exec(line) ?? [];
  if (kept !== undefined) return kept;
  const cleaned = replacements.reduce((text, [found, by]) => text.replace(found, by), line);
  return cleaned.slice(0, MAX_LENGTH);
}
