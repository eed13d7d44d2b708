import type * as v from 'valibot';
import type { SentEndpoint } from './endpoint.ts';
import { operatorEndpoints } from './operator.ts';
import { shopperEndpoints } from './shopper-endpoints.ts';

/**
 * Table of all calls of the API. The mock, the API server, the contract tests and, for the shop's calls, the client
 * derive from it, so they can't disagree about a call.
 */
export const endpoints: typeof shopperEndpoints & typeof operatorEndpoints = {
  ...shopperEndpoints,
  ...operatorEndpoints,
};

export const endpointNames = Object.keys(endpoints) as (keyof typeof endpoints)[];

type Table = typeof endpoints;

export type EndpointName = keyof Table;

export type ShopperEndpointName = keyof typeof shopperEndpoints;

type ParamNames<TPath extends string> = TPath extends `${string}/:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : TPath extends `${string}/:${infer Name}`
    ? Name
    : never;

/** The ids in a call's path: `{ productId }` for '/api/products/:productId'. */
export type ParamsOf<TEntry extends Pick<SentEndpoint, 'path'>> = {
  readonly [Name in ParamNames<TEntry['path']>]: string;
};

type Sent<TEntry, TPart extends 'body' | 'query'> = TEntry extends {
  readonly [Part in TPart]: { encode: (value: infer Value) => unknown };
}
  ? { readonly [Part in TPart]: Value }
  : unknown;

/** Input of an endpoint in the program's types: path ids and, if the call has one, `query` or `body`. */
export type EndpointInput<TEntry extends SentEndpoint> = ParamsOf<TEntry> &
  Sent<TEntry, 'query'> &
  Sent<TEntry, 'body'>;

export type InputOf<K extends EndpointName> = EndpointInput<Table[K]>;

/** Result of a call, in the domain's types. */
export type OutputOf<K extends EndpointName> = v.InferOutput<Table[K]['response']>;

/** Body or query as a server receives it, after validation; undefined if the call has none. */
export type Received<TEntry, TPart extends 'body' | 'query'> = TEntry extends {
  readonly [Part in TPart]: { readonly schema: infer TSchema extends v.GenericSchema };
}
  ? v.InferOutput<TSchema>
  : undefined;

export type WireBodyOf<K extends EndpointName> = Received<Table[K], 'body'>;

/** Valid request as a server receives it. */
export interface WireInputOf<K extends EndpointName> {
  readonly params: ParamsOf<Table[K]>;
  readonly query: Received<Table[K], 'query'>;
  readonly body: WireBodyOf<K>;
}

/** Response as a server sends it. */
export type WireOutputOf<K extends EndpointName> = v.InferInput<Table[K]['response']>;
