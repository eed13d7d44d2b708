import { type HeaderRow, isAuthorization } from '../../draft.ts';
import { readEndpoint } from './target.ts';

/** The rows with this token in an enabled authorization row, in the place of any other. */
export function withToken(rows: readonly HeaderRow[], token: string): readonly HeaderRow[] {
  const row: HeaderRow = { isUsed: true, header: 'authorization', value: token };
  const place = rows.findIndex(isAuthorization);
  if (place === -1) return [...rows.slice(0, -1), row, ...rows.slice(-1)];
  return rows.flatMap((other, index) => {
    if (index === place) return [row];
    return isAuthorization(other) ? [] : [other];
  });
}

/** The other origin that the token would go to, as the draft is; undefined while it stays at home. */
export function leakOf(
  { endpoint, headers }: { readonly endpoint: string; readonly headers: readonly HeaderRow[] },
  token: string | undefined,
  page: string,
): string | undefined {
  if (!token || !headers.some(({ isUsed, value }) => isUsed && value.includes(token))) {
    return undefined;
  }
  const target = readEndpoint(endpoint, page);
  return target.ok && target.value.isForeign ? target.value.url.origin : undefined;
}
