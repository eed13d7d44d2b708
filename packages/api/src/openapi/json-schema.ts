import {
  type ConversionConfig,
  type JsonSchema,
  toJsonSchema,
  toJsonSchemaDefs,
} from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { addressResponse } from '../address.ts';
import { categorySchema } from '../category.ts';
import { checkoutSchema } from '../checkout.ts';
import { orderResponse } from '../order.ts';
import { lineSchema, productSchema } from '../product.ts';

/** The schemas that the document has once, under their names. */
const named = {
  Category: categorySchema,
  Product: productSchema,
  CartLine: lineSchema,
  Address: addressResponse,
  Order: orderResponse,
  Checkout: checkoutSchema,
};

/** Of each schema the side that goes over the wire, before anything is parsed. */
const config: ConversionConfig = {
  target: 'draft-2020-12',
  typeMode: 'input',
  definitions: named,
  // These change a text before it is checked, and refuse none.
  ignoreActions: ['trim', 'to_upper_case'],
  overrideRef: ({ referenceId }) => `#/components/schemas/${referenceId}`,
  overrideSchema: ({ valibotSchema, jsonSchema }) =>
    valibotSchema.type === 'custom' ? jsonSchema : undefined,
  // `listOf` names the schema of its entries, which it checks one by one.
  overrideAction: ({ jsonSchema }) =>
    'entrySchema' in jsonSchema
      ? { type: 'array', items: wireSchema(jsonSchema.entrySchema as v.GenericSchema) }
      : undefined,
};

/** The JSON Schema (2020-12) of what a schema accepts on the wire. Throws for one that has none. */
export function wireSchema(schema: v.GenericSchema): JsonSchema {
  const { $schema: _dialect, $defs: _named, ...converted } = toJsonSchema(schema, config);
  return converted;
}

/** The schemas that `wireSchema` refers to, for `components.schemas` of the document. */
export const namedSchemas = (): Record<string, JsonSchema> => toJsonSchemaDefs(named, config);
