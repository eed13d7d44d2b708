import { MAX_LENGTH } from '@patchwork/domain';
import * as v from 'valibot';

/** Format of a request body. `encode` turns the program's value into JSON, `schema` validates that JSON on a server. */
export interface BodyCodec {
  readonly encode: (body: never) => unknown;
  readonly schema: v.GenericSchema;
}

/** Returns the format of a body that is sent unchanged. */
export const asIs = <TSchema extends v.GenericSchema>(schema: TSchema) => ({
  encode: (body: v.InferInput<TSchema>) => body,
  schema,
});

/**
 * Format of a query string. `encode` turns the program's value into fields, `schema` validates them on a server and
 * drops unknown ones.
 */
export interface QueryCodec {
  readonly encode: (query: never) => Readonly<Record<string, string>>;
  readonly schema: v.GenericSchema;
}

/**
 * Call of the API. Calls with access 'login' or 'operator' carry the token in the authorization header; those with
 * 'operator' are refused (403) unless the token's owner is an operator.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly access: 'open' | 'login' | 'operator';
  /** Status of a successful response. */
  readonly status: 200 | 201;
  readonly query?: QueryCodec;
  readonly body?: BodyCodec;
  /** Schema of the response. Converts it from the wire's format to the domain's types. */
  readonly response: v.GenericSchema;
}

/**
 * Call of an API of a remote's own: below a path of the shop's API that the remote declares, or at another origin, where
 * the shop's token is never sent. A parameter of the path is a whole segment, ':id'.
 */
export type OwnEndpoint = {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Status of a successful response; 200 by default. */
  readonly status?: number;
} & Pick<Endpoint, 'query' | 'body' | 'response'> &
  (Pick<Endpoint, 'path' | 'access'> | { readonly path: `http${string}`; readonly access: 'open' });

/** The parts of an endpoint that a client needs. Only servers need the schemas of requests. */
export interface SentEndpoint {
  readonly method: OwnEndpoint['method'];
  readonly path: OwnEndpoint['path'];
  readonly access: Endpoint['access'];
  readonly query?: Pick<QueryCodec, 'encode'>;
  readonly body?: Pick<BodyCodec, 'encode'>;
  readonly response: v.GenericSchema;
}

/**
 * Returns a list schema that drops and logs unreadable entries, so that one bad entry doesn't hide the others. The log
 * is for the shop's owner, who can repair the entry.
 */
export const listOf = <TSchema extends v.GenericSchema>(entrySchema: TSchema) =>
  v.pipe(
    v.array(v.custom<v.InferInput<TSchema>>(() => true)),
    // Metadata for the OpenAPI document.
    v.metadata({ entrySchema }),
    v.transform((entries) =>
      entries.flatMap((entry): v.InferOutput<TSchema>[] => {
        const parsed = v.safeParse(entrySchema, entry);
        if (parsed.success) return [parsed.output];
        console.error('An entry of the response was left out:', v.summarize(parsed.issues), entry);
        return [];
      }),
    ),
  );

export const sentId = v.pipe(v.string(), v.nonEmpty(), v.maxLength(MAX_LENGTH.id));

/** Check of a text to search for. A database can't store the NUL character, so no text in it contains one. */
export const withoutNul = v.regex(/^[^\0]*$/, 'must not have the character 0');

/** Returns the schema of a page size in a query string, from 1 to `max`. */
export const pageSizeUpTo = <const Max extends number>(max: Max) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, `must be a whole number, at most ${max}`),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(max),
  );
