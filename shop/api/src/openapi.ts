import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { addressResponse } from './addresses.ts';
import { categorySchema } from './catalogue.ts';
import { checkoutSchema } from './checkouts.ts';
import type { Endpoint } from './endpoint.ts';
import { type EndpointName, endpointNames, endpoints } from './endpoints.ts';
import { exampleBodyOf, exampleIds } from './examples.ts';
import { orderResponse } from './orders.ts';
import { lineSchema, productSchema } from './product.ts';
import { refusals } from './refusals.ts';

/** Schemas that the document defines once, by name, and refers to. */
const named = {
  Category: categorySchema,
  Product: productSchema,
  CartLine: lineSchema,
  Address: addressResponse,
  Order: orderResponse,
  Checkout: checkoutSchema,
};

/** Options for describing the input of a schema: the JSON that is sent, before parsing. */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  definitions: named,
  // JSON Schema can't express these. All but `check` change a text before validation and refuse none.
  ignoreActions: ['trim', 'to_upper_case', 'check'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'custom' ? jsonSchema : undefined,
  // `listOf` is a custom schema that validates each entry by itself; its metadata name the schema of an entry.
  overrideAction: ({ jsonSchema }) =>
    'entrySchema' in jsonSchema
      ? { type: 'array', items: wireSchema(jsonSchema.entrySchema as v.GenericSchema) }
      : undefined,
};

/** Returns the JSON Schema (2020-12) of a schema's input. Throws if the schema can't be converted. */
export function wireSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, $defs: _named, ...converted } = toJsonSchema(schema, config);
  return converted;
}

/** Returns the schemas that `wireSchema` refers to, for `components.schemas` of the document. */
const namedSchemas = (): Record<string, JsonSchema> => toJsonSchemaDefs(named, config);

const json = (schema: object, example?: unknown) => ({
  content: { 'application/json': { schema, ...(example !== undefined && { example }) } },
});

/** Writes '/api/products/:productId' as OpenAPI does: '/api/products/{productId}'. */
export const documentedPath = ({ path }: Pick<Endpoint, 'path'>): string =>
  path.replace(/:(\w+)/g, '{$1}');

/** Writes 'addToCart' as 'Add to cart'. */
function sentence(name: string): string {
  const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns the area of a call: 'cart' for '/api/user/cart/:productId'. */
const areaOf = ({ path }: Endpoint): string =>
  path.split('/').find((part) => !['', 'api', 'user'].includes(part)) ?? 'api';

const pathParameters = ({ path }: Endpoint): object[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: exampleIds[name as keyof typeof exampleIds],
  }));

function queryParameters({ query }: Endpoint): object[] {
  const { properties = {}, required = [] } = query ? wireSchema(query.schema) : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

const operation = (name: EndpointName, endpoint: Endpoint): object => ({
  operationId: name,
  summary: sentence(name),
  tags: [areaOf(endpoint)],
  ...(endpoint.access !== 'open' && { security: [{ token: [] }] }),
  parameters: [...pathParameters(endpoint), ...queryParameters(endpoint)],
  ...(endpoint.body && {
    requestBody: {
      required: true,
      ...json(wireSchema(endpoint.body.schema), exampleBodyOf(name)),
    },
  }),
  responses: {
    [endpoint.status]: { description: 'Success', ...json(wireSchema(endpoint.response)) },
    '4XX': { $ref: '#/components/responses/Refusal' },
    '5XX': { $ref: '#/components/responses/Failure' },
  },
});

/** Operations by path, then by lower-case method. */
type Paths = Record<string, Record<string, object>>;

function paths(): Paths {
  const all: Paths = {};
  for (const name of endpointNames) {
    const endpoint = endpoints[name];
    const path = documentedPath(endpoint);
    all[path] = { ...all[path], [endpoint.method.toLowerCase()]: operation(name, endpoint) };
  }
  return all;
}

const texts = { type: 'array', items: { type: 'string' }, minItems: 1 };
const message = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

/** Returns a response with these fields and a code. No code is refused, because another version may have others. */
function failedWith(properties: Record<string, object>, codes: readonly string[]) {
  const description = 'Name of the refusal, for programs';
  const code = { type: 'string', description, examples: codes };
  return json({
    type: 'object',
    properties: { ...properties, code },
    required: [...Object.keys(properties), 'code'],
  });
}

/** What a server has in addition to the table: paths, and codes of refusals. */
interface Own {
  readonly paths?: Paths;
  readonly codes?: readonly string[];
}

/**
 * Returns the endpoint table as an OpenAPI 3.1 document. `server` is the API's address, such as
 * 'https://api.example.com'; '/' is the document's own origin.
 */
export const createOpenApi = (server = '/', own: Own = {}) => ({
  openapi: '3.1.0',
  info: {
    title: 'Patchwork API',
    version: '1.0.0',
    description: 'The calls of the shop. A price is in whole rupees; a number may be a string.',
  },
  servers: [{ url: server }],
  paths: { ...paths(), ...own.paths },
  components: {
    schemas: namedSchemas(),
    responses: {
      Refusal: {
        description: 'Refused: why, in sentences for the shopper',
        ...failedWith({ errors: texts }, [...Object.keys(refusals), ...(own.codes ?? [])]),
      },
      Failure: {
        description: 'An unexpected failure of the server',
        ...failedWith({ error: message }, [refusals.unexpected.code]),
      },
    },
    securitySchemes: {
      token: {
        type: 'apiKey',
        in: 'header',
        name: 'authorization',
        description: 'The encodedToken of login or signup, as it is, without "Bearer".',
      },
    },
  },
});
