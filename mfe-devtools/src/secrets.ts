import { jsonTokens } from './json-text.ts';

/** Last words of names that hold a secret, in lower case. */
const secretWords = new Set(
  `password passwd passphrase passcode passkey pwd secret secrets token jwt jws bearer credential credentials
   authorization authentication auth cookie cookies signature sig hmac apikey otp totp cvv cvc csrf xsrf assertion
   mnemonic sid sessid sessionid jsessionid phpsessid saml samlresponse`.split(/\s+/),
);

/** Ends of words that were joined without a mark between them: 'accesstoken', 'csrfmiddlewaretoken', 'hapikey'. */
const joinedEnd =
  /(?:password|passwd|passphrase|passcode|secret|token|apikey|accesskey|secretkey|privatekey|authkey|sessionid|sessid)$/;

/** Words before 'key', 'code', 'tokens' and others that make a secret of them. Many keys and codes are none. */
const qualified: Readonly<Record<string, ReadonlySet<string>>> = {
  key: new Set(
    `api access secret private session subscription account encryption master signing function functions application app
     auth authentication authorization service shared consumer admin storage deploy rapidapi webhook license`.split(
      /\s+/,
    ),
  ),
  code: new Set(
    'auth authorization access verification security recovery backup device otp oob mfa 2fa reset'.split(
      ' ',
    ),
  ),
  tokens: new Set(
    'access refresh auth api id session device bearer user personal reset'.split(' '),
  ),
  pass: new Set('user db login smtp ftp my'.split(' ')),
  pin: new Set('card upi atm user login'.split(' ')),
  id: new Set(['session', 'secret']),
  string: new Set(['connection', 'secret']),
  phrase: new Set(['seed', 'recovery', 'pass', 'secret']),
  verifier: new Set(['code', 'oauth']),
  response: new Set(['saml']),
  number: new Set(['card']),
};

/** Names that are a secret alone, though not as the last word of a longer name. */
const alone = new Set(['tokens', 'pass', 'mpin']);

/** Words before these that make a harmless name of a secret's: a page's token is no secret, nor a mail's signature. */
const harmless: Readonly<Record<string, ReadonlySet<string>>> = {
  token: new Set(
    'page next previous prev continuation sync pagination cancel cancellation'.split(' '),
  ),
  signature: new Set(['email', 'mail']),
  sid: new Set('account message call service conversation verification'.split(' ')),
};

/** Last words that say in which form or for what a secret is there: 'passwordConfirmation', 'token_hash', 'otp2'. */
const forms =
  /^(?:confirm|confirmation|confirmed|repeat|repeated|again|verify|hash|hashed|digest|encrypted|plain|raw|value|old|new|current|sha\d*|base64|v?\d+)$/;

/** Splits a name into words in lower case: 'X-Amz-Signature', 'clientSecret' and 'user[APIKey]' alike. */
const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z\d])([A-Z])|([A-Z])([A-Z][a-z])/g, '$1$3 $2$4')
    .toLowerCase()
    .split(/[^a-z\d]+|(?<=[a-z]{3})(?=\d+$)/)
    .filter(Boolean);

/**
 * Whether a header, a parameter, a field of a form or a member of JSON with this name holds a secret, which must not leave
 * this page: not in a link, the stored history, an archive or a reproduction. Only a name is known, never a value.
 */
export function isSecret(name: string): boolean {
  const words = wordsOf(name);
  while (words.length > 1 && forms.test(words.at(-1) ?? '')) words.pop();
  const last = words.pop() ?? '';
  const before = words.at(-1) ?? '';
  if (harmless[last]?.has(before)) return false;
  if (secretWords.has(last) || (words.length === 0 && alone.has(last))) return true;
  return joinedEnd.test(last) || (qualified[last]?.has(before) ?? false);
}

type OnHide = (name: string) => void;

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}

/** Empties the values that a pattern finds: a mark, the name of a secret, and its value, which may be an address too. */
function hideFound(text: string, pattern: RegExp, onHide?: OnHide): string {
  return text.replace(pattern, (all, mark: string, name: string, value: string) => {
    if (isSecret(decoded(name))) {
      onHide?.(decoded(name));
      return `${mark}${name}=`;
    }
    const plain = hideFound(value, pattern, onHide);
    if (plain !== value) return `${mark}${name}=${plain}`;
    const inner = decoded(value);
    const hidden = inner === value ? inner : hideInAddress(inner, onHide);
    return hidden === inner ? all : `${mark}${name}=${encodeURIComponent(hidden)}`;
  });
}

/** Removes user and password, which precede the host. */
const withoutUser = (text: string, onHide?: OnHide): string =>
  text.replace(/(?<=\b[a-z][a-z\d+.-]*:\/\/|^\/\/)[^/?#@\s]+@/gi, () => {
    onHide?.('user and password');
    return '';
  });

/** Empties the values of secret parameters in an address, which otherwise stays as it was typed. */
export function hideInAddress(address: string, onHide?: OnHide): string {
  const inPath = hideFound(withoutUser(address, onHide), /(;)([^=&#;?/]+)=([^&#;?/]+)/g, onHide);
  return hideFound(inPath, /([?&#])([^=&#?]+)=([^&#]+)/g, onHide);
}

const hideInForm = (form: string, onHide?: OnHide): string =>
  hideFound(form, /(^|&)([^=&]+)=([^&]+)/g, onHide);

/** Header as it may leave the page. Other headers than secret ones may hold an address, such as Referer and Link. */
export function hideInHeader(name: string, value: string, onHide?: OnHide): string {
  if (!isSecret(name)) {
    return hideFound(withoutUser(value, onHide), /([?&#])([^=&#?]+)=([^&#\s"<>]+)/g, onHide);
  }
  if (value !== '') onHide?.(name.trim().toLowerCase());
  return '';
}

/** Empties the secret members of a valid JSON text. All else stays as it was typed: 1.00, long numbers, white space. */
function hideInJson(text: string, onHide?: OnHide): string {
  const kept: string[] = [];
  let from = 0;
  let name: string | undefined;
  let isValue = false;
  /** Place and depth of a secret list or object that is being left out. */
  let left: { readonly start: number; depth: number } | undefined;
  const hide = (start: number, end: number): void => {
    onHide?.(name ?? '');
    kept.push(text.slice(from, start), '""');
    from = end;
  };
  for (const { token, start, end } of jsonTokens(text)) {
    if (left) {
      if (token === '{' || token === '[') left.depth += 1;
      if (token === '}' || token === ']') left.depth -= 1;
      if (left.depth > 0) continue;
      hide(left.start, end);
      left = undefined;
    } else if (token === ':') {
      isValue = true;
      continue;
    } else if (isValue && name !== undefined && isSecret(name)) {
      if (token === '{' || token === '[') left = { start, depth: 1 };
      else if (!/^(?:""|true|false|null)$/.test(token)) hide(start, end);
    }
    if (left) continue;
    isValue = false;
    name = token.startsWith('"') ? JSON.parse(token) : undefined;
  }
  kept.push(text.slice(from));
  return kept.join('');
}

/** Empties the secret fields of a multipart body (RFC 7578). */
const hideInParts = (body: string, onHide?: OnHide): string =>
  body.replace(
    /(\bname="([^"]*)".*?\r?\n\r?\n)(.*?)(?=\r?\n--)/gs,
    (all, head: string, name: string, value: string) => {
      if (!isSecret(name) || value === '') return all;
      onHide?.(name);
      return head;
    },
  );

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Empties the secrets of a body: JSON, or what its type says. A body of another form that contains a secret's name becomes
 * empty.
 */
export function hideInBody(body: string, type = '', onHide?: OnHide): string {
  if (isJson(body)) return hideInJson(body, onHide);
  if (/^\s*application\/x-www-form-urlencoded/i.test(type)) return hideInForm(body, onHide);
  if (/^\s*multipart\//i.test(type)) return hideInParts(body, onHide);
  const secret = body.match(/[a-z][\w-]*/gi)?.find(isSecret);
  if (secret === undefined) return body;
  onHide?.(secret);
  return '';
}

/** Copies a value as JSON does, with empty texts in place of its secret members. */
export const hideInValue = (value: unknown): unknown =>
  value === undefined ? undefined : JSON.parse(hideInJson(JSON.stringify(value) ?? 'null'));
