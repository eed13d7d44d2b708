/** Stands for the origin of whatever page a path is read on. */
const anyOrigin = 'http://patchwork.invalid';

/**
 * Whether a text is a path that stays at the page's own origin. '//other', '/\other' and a tab between
 * the slashes lead to another one.
 */
export const isOwnPath = (text: string): boolean =>
  text.startsWith('/') &&
  URL.canParse(text, anyOrigin) &&
  new URL(text, anyOrigin).origin === anyOrigin;

/** An address over http or https, written out: other spellings of it lead elsewhere on some pages. */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\\]+$/.test(text) && URL.canParse(text);

/**
 * The address of a picture that a page may ask for: a path of its own, or an address of one of these
 * origins ('https://pictures.example'). Undefined for any other.
 */
export function imageAddress(text: string, origins: readonly string[]): string | undefined {
  if (isOwnPath(text)) return text;
  return isWebAddress(text) && origins.includes(new URL(text).origin) ? text : undefined;
}
