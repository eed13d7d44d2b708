import * as v from 'valibot';
import { type Draft, draftSchema, firstDraft, isBlank, withoutAuthorization } from './draft.ts';

const linkHeaders = v.pipe(
  v.string(),
  v.parseJson(),
  v.array(v.tuple([v.string(), v.string(), v.boolean()])),
);

const linkKeys = ['method', 'endpoint', 'headers', 'body'] as const;

/** The query that opens the tester with this draft. Parts that are as at the start are left out. */
export function draftQuery(draft: Draft): string {
  const { method, endpoint, headers, body } = withoutAuthorization(draft);
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

/** The draft of a link, or null. Parts that are missing or cannot be read are as at the start. */
export function readDraftLink(search: string): Draft | null {
  const query = new URLSearchParams(search);
  if (!linkKeys.some((key) => query.has(key))) return null;
  const method = v.safeParse(draftSchema.entries.method, query.get('method')?.toUpperCase());
  const rows = v.safeParse(linkHeaders, query.get('headers'));
  return withoutAuthorization({
    method: method.success ? method.output : firstDraft.method,
    endpoint: query.get('endpoint') ?? firstDraft.endpoint,
    headers: rows.success
      ? rows.output.map(([header, value, isUsed]) => ({ header, value, isUsed }))
      : firstDraft.headers,
    body: query.get('body') ?? firstDraft.body,
  });
}

/** The query without the draft. The tab stores the draft from then on. */
export function withoutDraft(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const key of linkKeys) query.delete(key);
  return query;
}
