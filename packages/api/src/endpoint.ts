import * as v from 'valibot';

/**
 * Format of a body: `encode` turns the program's value into the wire's format, `schema` is what
 * a server requires of it.
 */
export interface BodyCodec {
  readonly encode: (body: never) => unknown;
  readonly schema: v.GenericSchema;
}

/** Returns the format of a body that goes over the wire as the program has it. */
export const bodyAsIs = <TSchema extends v.GenericSchema>(schema: TSchema) => ({
  encode: (body: v.InferInput<TSchema>) => body,
  schema,
});

/**
 * Format of a query string: `encode` turns the program's value into its fields, `schema` is what a
 * server requires of them. A field that the schema does not know is dropped.
 */
export interface QueryCodec {
  readonly encode: (query: never) => Readonly<Record<string, string>>;
  readonly schema: v.GenericSchema;
}

/** Call of the API. Calls with `access: 'login'` carry the token in the authorization header. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: `/api/${string}`;
  readonly access: 'open' | 'login';
  /** The status of success. */
  readonly status: 200 | 201;
  readonly query?: QueryCodec;
  readonly body?: BodyCodec;
  /** Schema of the response, from the wire's format to the domain's types. */
  readonly response: v.GenericSchema;
}

/**
 * Returns the schema of a list that leaves out and logs an unreadable entry, so that it does not hide the others: the
 * shopper can do nothing about it, but the shop's owner can.
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

/** Returns the schema of a page size in a query string: 1 to `max` entries. */
export const pageSizeUpTo = <const Max extends number>(max: Max) =>
  v.pipe(
    v.string(),
    v.regex(/^\d{1,3}$/, `must be a whole number, at most ${max}`),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(max),
  );
