import { err, ok, type Result } from '@patchwork/domain';

/** Maximum number of addresses that one pattern stands for, so that a range such as [1-1000000] can't fill the page. */
const MAX_ADDRESSES = 1_000;

/** Part of an address that curl expands: '{a,b}', '[1-9]', '[01-12:2]' or '[a-z]'. '[::1]' is a host, not a range. */
const pattern =
  /\\([{}[\]])|\{([^{}]*)\}|\[(?:(\d+)-(\d+)|([a-z])-([a-z])|([A-Z])-([A-Z]))(?::(\d+))?\]/g;

function valuesOf([, , list, from, to, low, lowTo, up, upTo, step]: RegExpMatchArray): string[] {
  if (list !== undefined) return list.split(',');
  const isNumber = from !== undefined;
  const first = isNumber ? Number(from) : (low ?? up ?? '').charCodeAt(0);
  const last = isNumber ? Number(to) : (lowTo ?? upTo ?? '').charCodeAt(0);
  const by = Math.max(1, Number(step ?? 1));
  const count = Math.min(Math.floor((last - first) / by) + 1, MAX_ADDRESSES + 1);
  const width = from?.startsWith('0') ? from.length : 0;
  return Array.from({ length: Math.max(0, count) }, (_, index) => {
    const value = first + index * by;
    return isNumber ? String(value).padStart(width, '0') : String.fromCharCode(value);
  });
}

/** Expands the sets and ranges of an address, as curl does without --globoff. */
export function expandUrl(typed: string): Result<readonly string[], string> {
  let urls: string[] = [''];
  let end = 0;
  for (const match of typed.matchAll(pattern)) {
    const before = typed.slice(end, match.index);
    const values = match[1] === undefined ? valuesOf(match) : [match[1]];
    if (urls.length * values.length > MAX_ADDRESSES) {
      const start = typed.slice(0, 100);
      return err(
        `${start} stands for more than ${MAX_ADDRESSES} addresses. Import a part of them.`,
      );
    }
    urls = urls.flatMap((url) => values.map((value) => url + before + value));
    end = match.index + match[0].length;
  }
  return ok(urls.map((url) => url + typed.slice(end)));
}

/** Completes an address without a scheme as curl does, which guesses the protocol by the host's name. */
export function withScheme(typed: string, usual = 'http'): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const [, guess = usual] = /^(ftp|dict|ldap|imap|smtp|pop3)\./i.exec(typed) ?? [];
  return `${guess.toLowerCase()}://${typed.replace(/^\/\//, '')}`;
}

/** Whether a word without a scheme may still be an address: it begins with a host's name that has a dot, or localhost. */
export const isHost = (word: string): boolean =>
  /^(?:[^@/\s]+@)?(?:localhost|[\p{L}\d_-]+(?:\.[\p{L}\d_-]+)+|\[[\da-f:.]+\])(?::\d+)?(?:[/?#]|$)/iu.test(
    word,
  );
