/** Stand-in for the origin of the page that a path is read on. */
const anyOrigin = 'http://patchwork.invalid';

/**
 * Whether a text is a path that stays at the page's own origin. '//other', '/\other' and a tab between the slashes
 * lead to another origin.
 */
export const isOwnPath = (text: string): boolean =>
  text.startsWith('/') &&
  URL.canParse(text, anyOrigin) &&
  new URL(text, anyOrigin).origin === anyOrigin;

/** Whether a text is an http or https address written in full: shorter spellings lead elsewhere on some pages. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\\]+$/.test(text) && URL.canParse(text);

/**
 * Returns the address of a picture if a page may load it: a path of its own, or an address at one of these origins
 * ('https://pictures.example'). Undefined for any other.
 */
export function imageAddress(text: string, origins: readonly string[]): string | undefined {
  if (isOwnPath(text)) return text;
  return isWebAddress(text) && origins.includes(new URL(text).origin) ? text : undefined;
}
