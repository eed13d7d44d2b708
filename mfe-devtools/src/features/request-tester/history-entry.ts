import * as v from 'valibot';
import { draftSchema, isAuthorization, isBlank } from '../../draft.ts';
import { createWordFilter } from '../../match-words.ts';

export const entrySchema = v.object({
  id: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  draft: draftSchema,
  /** '200 OK', 'Network Error'. */
  result: v.string(),
  /** Milliseconds. */
  duration: v.number(),
  /** Of the response's body, in bytes. */
  size: v.number(),
  /** The names of what was not stored: 'authorization', 'password', 'body'. */
  notStored: v.array(v.string()),
});

/** A request that was sent, and its result. */
export type HistoryEntry = Readonly<v.InferOutput<typeof entrySchema>>;

/** A longer body is not stored: fifty of them would fill the storage. */
const MAX_STORED_BODY = 20_000;

/** Empties every field with “password” in its name, at any depth. */
function hidePasswords(body: string): string {
  if (!/password/i.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body, (key, value) => (/password/i.test(key) ? '' : value)));
  } catch {
    return '';
  }
}

/** The entry for the storage: without the authorization's value, passwords and very long bodies. */
export function withoutSecrets(entry: HistoryEntry): HistoryEntry {
  const { draft } = entry;
  const isLong = draft.body.length > MAX_STORED_BODY;
  const body = isLong ? '{}' : hidePasswords(draft.body);
  const hasToken = draft.headers.some((row) => isAuthorization(row) && row.value !== '');
  const withheld = [
    ...(hasToken ? ['authorization'] : []),
    ...(isLong ? ['body'] : []),
    ...(!isLong && body !== draft.body ? ['password'] : []),
  ];
  return {
    ...entry,
    notStored: [...new Set([...entry.notStored, ...withheld])],
    draft: {
      ...draft,
      body,
      headers: draft.headers.map((row) => (isAuthorization(row) ? { ...row, value: '' } : row)),
    },
  };
}

const searchableText = ({ draft, result }: HistoryEntry): string =>
  [
    draft.method,
    draft.endpoint,
    draft.body,
    result,
    ...draft.headers.filter((row) => !isBlank(row)).map(({ header, value }) => header + value),
  ].join(' ');

/** The entries that hold every word of the query. */
export function searchHistory(entries: readonly HistoryEntry[], query: string) {
  const matches = createWordFilter(query);
  return entries.filter((entry) => matches(searchableText(entry)));
}
