/* Unusual but valid forms of URLs. Each function takes a path with its query, such as '/api/products?limit=2'. */

type Rewrite = (url: string) => string;

/** Inserts fields after those of a query. */
const withFields =
  (fields: string): Rewrite =>
  (url) =>
    `${url}${url.includes('?') ? '&' : '?'}${fields}`;

/** Repeats each field of a query with another value. The first value counts. */
function withRepeatedFields(url: string): string {
  const [, search = ''] = url.split('?');
  return [...new URLSearchParams(search).keys()].reduce(
    (longer, name) => withFields(`${encodeURIComponent(name)}=another`)(longer),
    url,
  );
}

/** Encodes a letter of the path that needs no encoding (RFC 3986, section 6.2.2.2). */
const encodingLetter =
  (place: RegExp): Rewrite =>
  (url) =>
    url.replace(place, (letter) => `%${letter.charCodeAt(0).toString(16)}`);

/** Forms of a URL that every API reads as the same request. */
export const sameRequest: Readonly<Record<string, Rewrite>> = {
  'with an empty query': (url) => (url.includes('?') ? `${url}&` : `${url}?`),
  'with a repeated unknown field, once as a list': withFields('a=1&a[]=2'),
  'with a field without a value': withFields('bare&=&&'),
  'with a “%” that encodes nothing in an unknown field': withFields('x=%&%zz=1'),
  'with an unknown field whose value has “=” and “?”': withFields('next=/a?b=c'),
  'with a fragment': (url) => `${url}#part`,
  'with %20 for each space': (url) => url.replaceAll('+', '%20'),
  'with each field repeated': withRepeatedFields,
  'with an encoded letter in its path': encodingLetter(/(?<=^\/api\/)[a-z]/),
  'with an encoded letter in its first segment': encodingLetter(/(?<=^\/)a/),
  'with dot segments': (url) => url.replace('/api/', '/api/./x/../'),
};

const intoPath =
  (change: Rewrite): Rewrite =>
  (url) =>
    url.replace(/^[^?]*/, change);

/** Forms of a URL that are another address, where there is nothing. */
export const otherAddress: Readonly<Record<string, Rewrite>> = {
  'with a slash at the end': intoPath((path) => `${path}/`),
  'with a double slash': (url) => url.replace('/api/', '/api//'),
  'with an encoded slash between segments': intoPath((path) =>
    /^\/api\/[^/]+\//.test(path) ? path.replace(/(?<=^\/api\/[^/]+)\//, '%2F') : `${path}%2F`,
  ),
  'with a capital letter': (url) => url.replace(/(?<=^\/api\/)[a-z]/, (one) => one.toUpperCase()),
  'with a “%” that encodes nothing': (url) => url.replace('/api/', '/api/%'),
  'with bytes that are no UTF-8': (url) => url.replace('/api/', '/api/%ff'),
};
