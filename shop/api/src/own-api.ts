import type { Result } from '@patchwork/domain';
import type * as v from 'valibot';
import type { OwnEndpoint } from './endpoint.ts';
import type { ParamsOf, Received } from './endpoints.ts';

export { asIs, type OwnEndpoint } from './endpoint.ts';

/** Returns the format of a query whose fields are sent unchanged. Absent ones are left out. */
export const queryAsIs = <
  TSchema extends v.GenericSchema<Readonly<Record<string, string | undefined>>>,
>(
  schema: TSchema,
) => ({
  encode: (query: v.InferInput<TSchema>): Readonly<Record<string, string>> =>
    Object.fromEntries(
      Object.entries(query).filter((field): field is [string, string] => field[1] !== undefined),
    ),
  schema,
});

/** Refusal of a call: the status, a name for programs, and a sentence for the shopper. */
export interface OwnRefusal {
  readonly status: number;
  readonly code: string;
  readonly text: string;
}

type Answer<T> = Result<T, OwnRefusal> | Promise<Result<T, OwnRefusal>>;

/** Valid request, as a handler of the mock gets it. */
interface OwnCall<TEndpoint extends OwnEndpoint, TData> {
  readonly params: ParamsOf<TEndpoint>;
  readonly query: Received<TEndpoint, 'query'>;
  readonly body: Received<TEndpoint, 'body'>;
  /** Owner of the token; undefined for open calls. */
  readonly user: TEndpoint['access'] extends 'open'
    ? undefined
    : { readonly name: string; readonly email: string };
  /** The mock's data of this API, which handlers change. It begins anew with each page, scenario and reset. */
  readonly data: TData;
  /** Current time by the mock's clock. */
  readonly now: Date;
}

/** Handlers by endpoint name. A missing or unknown name doesn't compile. */
type OwnHandlers<TTable extends Readonly<Record<string, OwnEndpoint>>, TData> = {
  readonly [K in keyof TTable]: (
    call: OwnCall<TTable[K], TData>,
  ) => Answer<v.InferInput<TTable[K]['response']>>;
};

/** An API of a remote's own: its endpoints, and how the mock answers them. */
export interface OwnApi {
  readonly endpoints: Readonly<Record<string, OwnEndpoint>>;
  /** Creates the mock's first data. */
  readonly data: () => unknown;
  readonly handlers: Readonly<Record<string, (call: never) => Answer<unknown>>>;
}

/**
 * Describes how the mock answers a remote's own endpoints. A module of the remote exports it as `api`; `apis` of
 * remote.json names the module.
 */
export const mockApi = <const TTable extends Readonly<Record<string, OwnEndpoint>>, TData>(
  endpoints: TTable,
  data: () => TData,
  handlers: OwnHandlers<TTable, TData>,
): OwnApi => ({ endpoints, data, handlers });
