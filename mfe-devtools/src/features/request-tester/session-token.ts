import { type HeaderRow, isAuthorization } from '../../draft.ts';
import { readEndpoint } from './target.ts';

/** The rows with this token in an enabled authorization row, which replaces any other. */
export function withToken(rows: readonly HeaderRow[], token: string): readonly HeaderRow[] {
  const row: HeaderRow = { isUsed: true, header: 'authorization', value: token };
  const index = rows.findIndex(isAuthorization);
  if (index === -1) return [...rows.slice(0, -1), row, ...rows.slice(-1)];
  return rows.flatMap((other, at) => {
    if (at === index) return [row];
    return isAuthorization(other) ? [] : [other];
  });
}

/** The other origin that the draft would send the token to; undefined if there is none. */
export function tokenReceiver(
  { endpoint, headers }: { readonly endpoint: string; readonly headers: readonly HeaderRow[] },
  token: string | undefined,
  page: string,
): string | undefined {
  if (!token || !headers.some(({ isUsed, value }) => isUsed && value.includes(token))) {
    return undefined;
  }
  const target = readEndpoint(endpoint, page);
  return target.ok && target.value.isOtherOrigin ? target.value.url.origin : undefined;
}
