import * as v from 'valibot';
import { type Draft, draftSchema, isAuthorization, isBlank } from '../../draft.ts';
import { durationText, sizeText } from './content.ts';

export const entrySchema = v.object({
  id: v.string(),
  /** Milliseconds since 1970. */
  at: v.number(),
  draft: draftSchema,
  /** '200 OK', 'Network Error'. */
  result: v.string(),
  /** Milliseconds. */
  duration: v.number(),
  /** Of the answer's body, in bytes. */
  size: v.number(),
  /** What storage did not get, in words. */
  withheld: v.array(v.string()),
});

/** A request that was sent, and how it went. */
export interface HistoryEntry extends Omit<v.InferOutput<typeof entrySchema>, 'draft'> {
  readonly draft: Draft;
}

/** A body beyond this is for the page's memory only: fifty of them would fill the storage. */
const longestBody = 20_000;

/** Empties what looks like a password, in objects of any depth. */
function hidePasswords(body: string): string {
  if (!/password/i.test(body)) return body;
  try {
    return JSON.stringify(JSON.parse(body, (key, value) => (/password/i.test(key) ? '' : value)));
  } catch {
    return '';
  }
}

/** The entry as it may outlive the page: without the authorization's value, passwords, huge bodies. */
export function withoutSecrets(entry: HistoryEntry): HistoryEntry {
  const { draft } = entry;
  const isLong = draft.body.length > longestBody;
  const body = isLong ? '{}' : hidePasswords(draft.body);
  const hasToken = draft.headers.some((row) => isAuthorization(row) && row.value !== '');
  const withheld = [
    ...(hasToken ? ['authorization'] : []),
    ...(isLong ? ['body'] : []),
    ...(!isLong && body !== draft.body ? ['password'] : []),
  ];
  if (withheld.length === 0) return entry;
  return {
    ...entry,
    withheld: [...new Set([...entry.withheld, ...withheld])],
    draft: {
      ...draft,
      body,
      headers: draft.headers.map((row) => (isAuthorization(row) ? { ...row, value: '' } : row)),
    },
  };
}

const searchable = ({ draft, result }: HistoryEntry): string =>
  [
    draft.method,
    draft.endpoint,
    draft.body,
    result,
    ...draft.headers.filter((row) => !isBlank(row)).map(({ header, value }) => header + value),
  ]
    .join(' ')
    .toLowerCase();

/** The entries that hold every word of the query. */
export function searchHistory(
  entries: readonly HistoryEntry[],
  query: string,
): readonly HistoryEntry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return entries.filter((entry) => words.every((word) => searchable(entry).includes(word)));
}

export const summaryOf = ({ result, duration, size }: HistoryEntry): string =>
  [result, durationText(duration), ...(size > 0 ? [sizeText(size)] : [])].join(', ');
