import type * as v from 'valibot';
import { addressEndpoints } from './addresses.ts';
import { authEndpoints } from './auth.ts';
import { cartEndpoints, wishlistEndpoints } from './cart-and-wishlist.ts';
import { catalogueEndpoints } from './catalogue.ts';
import { checkoutEndpoints } from './checkouts.ts';
import type { Endpoint } from './endpoint.ts';
import { orderEndpoints } from './orders.ts';

/**
 * The one table of the API's calls. The client, the handlers of mock and API server, and the contract
 * test derive from it, so a call exists everywhere or nowhere.
 */
export const endpoints = {
  ...catalogueEndpoints,
  ...authEndpoints,
  ...wishlistEndpoints,
  ...cartEndpoints,
  ...addressEndpoints,
  ...orderEndpoints,
  ...checkoutEndpoints,
} as const satisfies Record<string, Endpoint>;

export const endpointNames = Object.keys(endpoints) as (keyof typeof endpoints)[];

type Table = typeof endpoints;

export type EndpointName = keyof Table;

type ParamNames<TPath extends string> = TPath extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : TPath extends `${string}:${infer Name}`
    ? Name
    : never;

/** The ids in a call's path: `{ productId }` for '/api/products/:productId'. */
type ParamsOf<K extends EndpointName> = {
  readonly [Name in ParamNames<Table[K]['path']>]: string;
};

type Sent<TEntry, TPart extends 'body' | 'query'> = TEntry extends {
  readonly [Part in TPart]: { encode: (value: infer Value) => unknown };
}
  ? { readonly [Part in TPart]: Value }
  : unknown;

/** Input of a call in the program's types: path ids and, if the call has one, `query` or `body`. */
export type InputOf<K extends EndpointName> = ParamsOf<K> &
  Sent<Table[K], 'query'> &
  Sent<Table[K], 'body'>;

/** Result of a call, in the domain's types. */
export type OutputOf<K extends EndpointName> = v.InferOutput<Table[K]['response']>;

/** The body or query that a server receives, after it was checked; undefined if the call has none. */
type Received<K extends EndpointName, TPart extends 'body' | 'query'> = Table[K] extends {
  readonly [Part in TPart]: { readonly schema: infer TSchema extends v.GenericSchema };
}
  ? v.InferOutput<TSchema>
  : undefined;

export type WireBodyOf<K extends EndpointName> = Received<K, 'body'>;

/** Well-formed request as a server receives it. */
export interface WireInputOf<K extends EndpointName> {
  readonly params: ParamsOf<K>;
  readonly query: Received<K, 'query'>;
  readonly body: WireBodyOf<K>;
}

/** Response of a server, in the wire's format. */
export type WireOutputOf<K extends EndpointName> = v.InferInput<Table[K]['response']>;
