import { type HeaderRow, isAuthorization } from '../../draft.ts';

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
