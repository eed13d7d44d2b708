import { createStoredValue } from '@patchwork/host/storage';
import { atom } from 'jotai';
import * as v from 'valibot';
import { contentTypeOf, type HeaderRow, isBody, methods } from './request-body.ts';
import { hideInAddress, hideInBody, hideInHeader, isSecret } from './secrets.ts';

const headerRowSchema = v.object({ isUsed: v.boolean(), header: v.string(), value: v.string() });

/** Draft from storage or a link. Unknown fields are dropped. */
export const draftSchema = v.object({
  method: v.picklist(methods),
  endpoint: v.string(),
  /** The last row is blank, for the next header. */
  headers: v.pipe(v.array(headerRowSchema), v.readonly()),
  /** JSON, or what the header Content-Type says; empty for no body. */
  body: v.string(),
});

/** Request in the tester's form. */
export type Draft = Readonly<v.InferOutput<typeof draftSchema>>;

export const blankRow: HeaderRow = { isUsed: false, header: '', value: '' };

export const firstDraft: Draft = {
  method: 'GET',
  endpoint: '',
  headers: [{ isUsed: true, header: 'Accept', value: '*/*' }, blankRow],
  body: '{}',
};

const isBlank = ({ header, value }: HeaderRow): boolean => header === '' && value === '';

function withBlankRow(rows: readonly HeaderRow[]): readonly HeaderRow[] {
  const last = rows.at(-1);
  return last && isBlank(last) && !last.isUsed ? rows : [...rows, blankRow];
}

/** Draft, and the text in the text area, which may not be valid JSON yet. */
interface Form {
  readonly draft: Draft;
  readonly bodyText: string;
}

const toForm = (draft: Draft): Form => ({
  draft: {
    ...draft,
    headers: withBlankRow(draft.headers),
    body: isBody(draft.body, draft.headers) ? draft.body : firstDraft.body,
  },
  bodyText: draft.body,
});

const stored = createStoredValue({
  name: 'tester-draft',
  version: 1,
  parse: v.parser(v.object({ draft: draftSchema, bodyText: v.string() })),
  scope: 'tab',
});

function readForm(): Form {
  const form = stored.read();
  return form ? { ...toForm(form.draft), bodyText: form.bodyText } : toForm(firstDraft);
}

const memoryAtom = atom<Form | null>(null);

const formAtom = atom(
  (get): Form => get(memoryAtom) ?? readForm(),
  (_get, set, form: Form): void => {
    set(memoryAtom, form);
    stored.write(form);
  },
);

/** Tester's request in this tab. It survives a reload. Writing it also replaces the contents of the text area. */
export const draftAtom = atom(
  (get): Draft => get(formAtom).draft,
  (_get, set, draft: Draft): void => set(formAtom, toForm(draft)),
);

/** Changes fields of the draft, except for the text of the body. */
export const changeDraftAtom = atom(
  null,
  (get, set, change: Partial<Omit<Draft, 'body'>>): void => {
    const { draft, bodyText } = get(formAtom);
    const next = { ...draft, ...change };
    // A new Content-Type may make the text a body.
    const body = isBody(bodyText, next.headers) ? bodyText : draft.body;
    set(formAtom, { draft: { ...next, headers: withBlankRow(next.headers), body }, bodyText });
  },
);

/** Contents of the text area. Text that can't be a body leaves the draft's body unchanged. */
export const bodyTextAtom = atom(
  (get): string => get(formAtom).bodyText,
  (get, set, bodyText: string): void => {
    const { draft } = get(formAtom);
    const next = isBody(bodyText, draft.headers) ? { ...draft, body: bodyText } : draft;
    set(formAtom, { draft: next, bodyText });
  },
);

export const isAuthorization = ({ header }: Pick<HeaderRow, 'header'>): boolean =>
  header.trim().toLowerCase() === 'authorization';

/**
 * Empties the secrets of a draft, so that it can be stored or shared, and calls `onHide` with the name of each that had a
 * value.
 */
export const withoutSecrets = (draft: Draft, onHide?: (name: string) => void): Draft => ({
  ...draft,
  endpoint: hideInAddress(draft.endpoint, onHide),
  headers: draft.headers.map((row) => ({
    ...row,
    value: hideInHeader(row.header, row.value, onHide),
  })),
  body: hideInBody(draft.body, contentTypeOf(draft.headers), onHide),
});

/** Returns a draft as a link may hold it: without secrets and their headers. */
export function toShared(draft: Draft): Draft {
  const shared = withoutSecrets(draft);
  return { ...shared, headers: shared.headers.filter(({ header }) => !isSecret(header)) };
}

/** Names of the secrets in a draft's address and body that are empty, as links and the history leave them. */
export function emptySecrets({ endpoint, body }: Pick<Draft, 'endpoint' | 'body'>): string[] {
  const names = [
    ...[...endpoint.matchAll(/[?&#;]([^=&#;?\s]+)=(?=$|[&#;])/g)],
    ...[...body.matchAll(/"([^"]*)"\s*:\s*""|(?<=^|&)([^=&\s]+)=(?=$|&)/g)],
  ].map(([, json, form]) => json ?? form ?? '');
  return names.filter(isSecret);
}

const linkHeaders = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.string(), v.string(), v.boolean()])),
);

const linkKeys = ['method', 'endpoint', 'headers', 'body'] as const;

/** Returns the query that opens the tester with this draft. Leaves out secrets, and default headers and body. */
export function draftQuery(draft: Draft): string {
  const { method, endpoint, headers, body } = toShared(draft);
  const rows = headers
    .filter((row) => !isBlank(row))
    .map(({ header, value, isUsed }) => [header, value, isUsed]);
  const text = JSON.stringify(rows);
  const isDefault = text === '[["Accept","*/*",true]]';
  const query = new URLSearchParams({
    method,
    endpoint,
    ...(!isDefault && { headers: text }),
    ...(body !== firstDraft.body && { body }),
  });
  return `?${String(query).replaceAll('%2F', '/')}`;
}

/** Reads a draft from a link's query; null if there is none. Fields that are missing or invalid get their defaults. */
export function readDraftLink(search: string): Draft | null {
  const query = new URLSearchParams(search);
  if (!linkKeys.some((key) => query.has(key))) return null;
  const method = v.safeParse(draftSchema.entries.method, query.get('method')?.toUpperCase());
  const rows = v.safeParse(linkHeaders, query.get('headers'));
  return {
    method: method.success ? method.output : firstDraft.method,
    endpoint: query.get('endpoint') ?? firstDraft.endpoint,
    headers: rows.success
      ? rows.output
          .map(([header, value, isUsed]) => ({ header, value, isUsed }))
          .filter((row) => !isAuthorization(row))
      : firstDraft.headers,
    body: query.get('body') ?? firstDraft.body,
  };
}

/** Removes the draft from a query, because the tab stores it from now on. */
export function withoutDraft(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const key of linkKeys) query.delete(key);
  return query;
}
