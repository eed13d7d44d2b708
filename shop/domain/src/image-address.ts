import type { ProductPicture } from './product.ts';

/** Placeholder for the page's origin, to resolve paths against. */
const anyOrigin = 'http://patchwork.invalid';

/**
 * Whether a text is a path that stays at the page's origin. '//other', '/\other' and a tab between the slashes lead to
 * another origin.
 */
export const isOwnPath = (text: string): boolean =>
  text.startsWith('/') &&
  URL.canParse(text, anyOrigin) &&
  new URL(text, anyOrigin).origin === anyOrigin;

/**
 * Whether a text is a complete http or https address. Shorter forms, such as 'https:x.png', depend on the page that
 * they are resolved against.
 */
const isWebAddress = (text: string): boolean =>
  /^https?:\/\/[^\s\\]+$/.test(text) && URL.canParse(text);

/** Whether a text is a complete https address without spaces, user name or password: 'https://host/path'. */
export const isHttpsAddress = (text: string): boolean => {
  if (!isWebAddress(text)) return false;
  const { protocol, username, password } = new URL(text);
  return protocol === 'https:' && username === '' && password === '';
};

/**
 * Returns `text` if it is the address of a picture that a page may load: a path at the page's own origin, or an address
 * at one of `origins`, such as 'https://pictures.example'. Otherwise returns undefined.
 */
export function imageAddress(text: string, origins: readonly string[]): string | undefined {
  if (isOwnPath(text)) return text;
  return isWebAddress(text) && origins.includes(new URL(text).origin) ? text : undefined;
}

interface ImageAttributes {
  readonly src: string | undefined;
  readonly srcSet?: string;
  readonly sizes?: string;
}

/** Characters that would end an address within a `srcset`. */
const separators = /\s|,$/g;

/**
 * Returns the attributes that name a picture's files in an `img`; `src` is undefined if the page may not load `image`.
 * `knownImage` returns a file's address if the page may load it, otherwise undefined. `sizes`, as in HTML, is the width
 * at which the picture is shown; the browser chooses a file by it.
 */
export function imageAttributes(
  { image, sources = [] }: Pick<ProductPicture, 'image' | 'sources'>,
  knownImage: (address: string) => string | undefined,
  sizes: string,
): ImageAttributes {
  const src = knownImage(image);
  const files = sources.flatMap((source) => {
    const known = knownImage(source.image);
    return known === undefined
      ? []
      : `${known.replace(separators, encodeURIComponent)} ${source.width}w`;
  });
  return src === undefined || files.length === 0
    ? { src }
    : { src, srcSet: files.join(', '), sizes };
}
