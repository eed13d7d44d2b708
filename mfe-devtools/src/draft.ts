import { parseRequestBody } from '@patchwork/domain';
import { atom } from 'jotai';
import * as v from 'valibot';

export const methods = ['GET', 'POST', 'DELETE'] as const;

const headerRowSchema = v.object({ isUsed: v.boolean(), header: v.string(), value: v.string() });

/** For a draft from outside: storage, a link. Unknown fields are dropped. */
export const draftSchema = v.object({
  method: v.picklist(methods),
  endpoint: v.string(),
  headers: v.pipe(v.array(headerRowSchema), v.readonly()),
  body: v.string(),
});

export type Method = (typeof methods)[number];
export type HeaderRow = Readonly<v.InferOutput<typeof headerRowSchema>>;

/** A request of the tester before it is sent. */
export interface Draft {
  readonly method: Method;
  readonly endpoint: string;
  /** The last row is blank: it is where the next header is typed. */
  readonly headers: readonly HeaderRow[];
  /** JSON, or empty for no body. */
  readonly body: string;
}

export const blankRow: HeaderRow = { isUsed: false, header: '', value: '' };

export const firstDraft: Draft = {
  method: 'GET',
  endpoint: '',
  headers: [{ isUsed: true, header: 'Accept', value: '*/*' }, blankRow],
  body: '{}',
};

export const isBlank = ({ header, value }: HeaderRow): boolean => header === '' && value === '';

function withBlankRow(rows: readonly HeaderRow[]): readonly HeaderRow[] {
  const last = rows.at(-1);
  return last && isBlank(last) && !last.isUsed ? rows : [...rows, blankRow];
}

/** Whether a text may stand as the body: JSON, or nothing at all. */
const isBody = (text: string): boolean => text.trim() === '' || parseRequestBody(text).ok;

/** The draft, and what stands in the text area: the body itself unless that is no JSON (yet). */
interface Kept {
  readonly draft: Draft;
  readonly bodyText: string;
}

const begin = (draft: Draft): Kept => ({
  draft: {
    ...draft,
    headers: withBlankRow(draft.headers),
    body: isBody(draft.body) ? draft.body : firstDraft.body,
  },
  bodyText: draft.body,
});

const storageKey = 'patchwork:tester-draft';

const format = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ version: v.literal(1), draft: draftSchema, bodyText: v.string() }),
);

/** Storage can be forbidden, full, or hold what others wrote: the tester then starts afresh. */
function readKept(): Kept {
  try {
    const { draft, bodyText } = v.parse(format, sessionStorage.getItem(storageKey));
    return { ...begin(draft), bodyText };
  } catch {
    return begin(firstDraft);
  }
}

function writeKept(kept: Kept): void {
  try {
    sessionStorage.setItem(storageKey, JSON.stringify({ version: 1, ...kept }));
  } catch {
    // Full or forbidden: the draft lives in memory.
  }
}

const memoryAtom = atom<Kept | null>(null);

const keptAtom = atom(
  (get): Kept => get(memoryAtom) ?? readKept(),
  (_get, set, kept: Kept): void => {
    set(memoryAtom, kept);
    writeKept(kept);
  },
);

/** The tester's request of this tab; it survives a reload. Writing it replaces all that was typed. */
export const draftAtom = atom(
  (get): Draft => get(keptAtom).draft,
  (_get, set, draft: Draft): void => set(keptAtom, begin(draft)),
);

/** Changes a part of the draft. A body that is being typed stays as it is. */
export const changeDraftAtom = atom(
  null,
  (get, set, change: Partial<Omit<Draft, 'body'>>): void => {
    const { draft, bodyText } = get(keptAtom);
    const next = { ...draft, ...change };
    set(keptAtom, { draft: { ...next, headers: withBlankRow(next.headers) }, bodyText });
  },
);

/** What stands in the text area. Text that is no JSON leaves the draft's body unchanged. */
export const bodyTextAtom = atom(
  (get): string => get(keptAtom).bodyText,
  (get, set, bodyText: string): void => {
    const { draft } = get(keptAtom);
    set(keptAtom, { draft: isBody(bodyText) ? { ...draft, body: bodyText } : draft, bodyText });
  },
);

export const isAuthorization = ({ header }: Pick<HeaderRow, 'header'>): boolean =>
  header.trim().toLowerCase() === 'authorization';

/** The draft as others may see it: nobody's token travels in a link. */
export const withoutAuthorization = (draft: Draft): Draft => ({
  ...draft,
  headers: draft.headers.filter((row) => !isAuthorization(row)),
});

const linkedHeaders = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.string(), v.string(), v.boolean()])),
);

const linkKeys = ['method', 'endpoint', 'headers', 'body'] as const;

/** The query that opens the tester with this draft. What is as at the start is left out. */
export function draftQuery(draft: Draft): string {
  const { method, endpoint, headers, body } = withoutAuthorization(draft);
  const rows = headers
    .filter((row) => !isBlank(row))
    .map(({ header, value, isUsed }) => [header, value, isUsed]);
  const packed = JSON.stringify(rows);
  const isUsual = packed === '[["Accept","*/*",true]]';
  const query = new URLSearchParams({
    method,
    endpoint,
    ...(!isUsual && { headers: packed }),
    ...(body !== firstDraft.body && { body }),
  });
  return `?${String(query).replaceAll('%2F', '/')}`;
}

/** The draft that a link carries, or null. What the link leaves out or garbles is as at the start. */
export function readDraftLink(search: string): Draft | null {
  const query = new URLSearchParams(search);
  if (!linkKeys.some((key) => query.has(key))) return null;
  const method = v.safeParse(draftSchema.entries.method, query.get('method')?.toUpperCase());
  const rows = v.safeParse(linkedHeaders, query.get('headers'));
  return withoutAuthorization({
    method: method.success ? method.output : firstDraft.method,
    endpoint: query.get('endpoint') ?? firstDraft.endpoint,
    headers: rows.success
      ? rows.output.map(([header, value, isUsed]) => ({ header, value, isUsed }))
      : firstDraft.headers,
    body: query.get('body') ?? firstDraft.body,
  });
}

/** The query without the draft that it carried: the tab keeps the draft from then on. */
export function withoutDraft(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const key of linkKeys) query.delete(key);
  return query;
}
