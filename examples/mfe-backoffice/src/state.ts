import { type Api, type ApiError, locationAtom, pathToAtom, serverData } from '@patchwork/shop';
import type { PlainPage, Result } from '@patchwork/shop/domain';
import type { Getter } from 'jotai';
import { orderFilters } from './api.ts';

type Query = Readonly<Record<string, string | undefined>>;

/** Page of a list. `nextCursor` is null on the last page. */
interface Part<T> {
  readonly rows: readonly T[];
  readonly nextCursor: string | null;
}

/** Returns the query in the URL of `page`; undefined while another page is open. */
function queryOf(get: Getter, page: PlainPage): Query | undefined {
  const { pathname, search } = get(locationAtom);
  if (pathname.replace(/\/$/, '') !== get(pathToAtom)(page)) return undefined;
  const fields = new URLSearchParams(search);
  const status = orderFilters.find((each) => each === fields.get('status'));
  return { search: fields.get('search')?.trim().slice(0, 200), status };
}

/** Creates the atom of a paginated list. The search text and the status filter come from the URL of `page`. */
export const listAtom = <T>(
  page: PlainPage,
  load: (
    api: Api,
    query: Query,
    options: { readonly signal?: AbortSignal },
  ) => Promise<Result<Part<T>, ApiError>>,
) =>
  serverData<Part<T>>(
    (get) => {
      const query = queryOf(get, page);
      return {
        key: [page, JSON.stringify(query)],
        scope: 'shopper',
        isWanted: query !== undefined,
        keepsEarlier: true,
        load: (api, options, cursor) => load(api, { ...query, cursor, limit: '20' }, options),
      };
    },
    ({ nextCursor }) => nextCursor ?? undefined,
  );
