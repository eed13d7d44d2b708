import { MAX_LENGTH } from './limits.ts';

/** Message for a text that is no mail address. */
export const ASK_EMAIL = 'Please enter your email as name@example.com.';

/** Maximum length of the part before the '@' (RFC 5321). */
const MAX_LOCAL_LENGTH = 64;

/** One or more atoms of RFC 5322 and 6531, with dots between: no quotes, comments, lists or spaces. */
const localPart =
  /^[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+(?:\.[\p{L}\p{M}\p{N}!#$%&'*+/=?^_`{|}~-]+)*$/u;

const asciiDomain =
  /^(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)*(?!\d+$)[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i;

/** Letters of a domain in any script, before they are checked by the URL parser. */
const anyDomain = /^[\p{L}\p{M}\p{N}.-]+$/u;

/** Invisible characters, such as zero-width spaces and joiners. */
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Writes a domain as mail servers do: 'bücher.example' as 'xn--bcher-kva.example'. */
function toAscii(domain: string): string | undefined {
  if (asciiDomain.test(domain)) return domain;
  const url = `http://${domain}`;
  if (!anyDomain.test(domain) || !URL.canParse(url)) return undefined;
  const { hostname } = new URL(url);
  return asciiDomain.test(hostname) ? hostname : undefined;
}

/**
 * Returns the one mail address that a text is, in the form in which it is stored and mailed to: trimmed, in Unicode's
 * NFC, with the domain in ASCII. Returns undefined for anything that a mail program could read otherwise: a display name,
 * angle brackets, quotes, comments, lists, invisible or full-width characters, a dot at an end.
 */
export function parseEmail(text: string): string | undefined {
  const email = text.trim().normalize('NFC');
  const at = email.lastIndexOf('@');
  const local = email.slice(0, at);
  const domain = toAscii(email.slice(at + 1));
  const isOneForm = email === email.normalize('NFKC') && !invisible.test(email);
  if (at < 1 || domain === undefined || !isOneForm) return undefined;
  const parsed = `${local}@${domain}`;
  const isShort = local.length <= MAX_LOCAL_LENGTH && parsed.length <= MAX_LENGTH.email;
  return isShort && localPart.test(local) ? parsed : undefined;
}
