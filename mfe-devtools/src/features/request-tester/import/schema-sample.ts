import { listOf, type Node, type Resolve } from './references.ts';

/** Maximum number of schemas that one sample is made from: schemas that refer to each other may multiply. */
const MAX_SCHEMAS = 2_000;

/** Texts of the formats of JSON Schema and OpenAPI. */
const formats: Readonly<Record<string, string>> = {
  'date-time': '2020-01-31T12:00:00Z',
  date: '2020-01-31',
  time: '12:00:00Z',
  duration: 'P1D',
  email: 'user@example.com',
  'idn-email': 'user@example.com',
  hostname: 'example.com',
  'idn-hostname': 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  uri: 'https://example.com/',
  iri: 'https://example.com/',
  'uri-reference': '/path',
  'iri-reference': '/path',
  uuid: '00000000-0000-4000-8000-000000000000',
  byte: 'dGV4dA==',
};

function sampleText({ format, minLength, maxLength }: Node): string {
  if (Object.hasOwn(formats, String(format))) return formats[String(format)] ?? '';
  const least = Number(minLength) || 0;
  return 'string'.padEnd(Math.min(least, 10_000), 'x').slice(0, Number(maxLength ?? Infinity));
}

/** Returns a number within the schema's limits. In OpenAPI 3.0, the exclusive limits are booleans. */
function sampleNumber(schema: Node, isInteger: boolean): number {
  const limit = (inclusive: unknown, exclusive: unknown, side: 1 | -1): number => {
    const isNumber = typeof exclusive === 'number';
    const value = isNumber ? exclusive : inclusive;
    if (typeof value !== 'number') return side * -Infinity;
    if (!isNumber && exclusive !== true) return isInteger ? side * Math.ceil(side * value) : value;
    return isInteger ? side * (Math.floor(side * value) + 1) : value + side * 1e-6;
  };
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf } = schema;
  const least = limit(minimum, exclusiveMinimum, 1);
  const most = limit(maximum, exclusiveMaximum, -1);
  const value = Math.min(Math.max(0, least), most);
  if (typeof multipleOf !== 'number' || !(multipleOf > 0)) return value;
  const above = Math.ceil(value / multipleOf) * multipleOf;
  return above <= most ? above : Math.floor(value / multipleOf) * multipleOf;
}

function typeOf(schema: Node): unknown {
  const { type } = schema;
  if (Array.isArray(type)) return type.find((name) => name !== 'null') ?? 'null';
  if (type !== undefined) return type;
  if (schema.properties !== undefined) return 'object';
  return schema.items !== undefined || schema.prefixItems !== undefined ? 'array' : undefined;
}

/** Returns the value that the schema itself names, if any, in a list. */
function namedValue(schema: Node): readonly unknown[] {
  for (const key of ['const', 'example', 'default']) {
    if (schema[key] !== undefined) return [schema[key]];
  }
  return [...listOf(schema.examples), ...listOf(schema.enum)].slice(0, 1);
}

/**
 * Returns a value that matches a JSON Schema of an OpenAPI document, in a request: without read-only properties. What a
 * schema can't say by itself, or refers to outside of the document, is null.
 */
export function sampleOf(resolve: Resolve, root: unknown): unknown {
  let count = 0;

  /** `within`: the references around the schema. Undefined for a schema that contains itself. */
  function sample(part: unknown, within: readonly unknown[]): unknown {
    const { $ref: reference } = Object(part);
    if (within.includes(reference) || ++count > MAX_SCHEMAS) return undefined;
    const around = reference === undefined ? within : [...within, reference];
    const schema = resolve(part);
    const [value = undefined] = namedValue(schema);
    return value === undefined ? make(schema, around) : value;
  }

  function make(schema: Node, within: readonly unknown[]): unknown {
    const choices = [...listOf(schema.oneOf), ...listOf(schema.anyOf)];
    const chosen = choices.find((choice) => typeOf(resolve(choice)) !== 'null');
    const parts = [...listOf(schema.allOf), ...(chosen === undefined ? [] : [chosen])];
    const own = makeOwn(schema, within);
    if (parts.length === 0) return own;
    const values = [...parts.map((part) => sample(part, within)), own].filter(
      (value) => value !== undefined && value !== null,
    );
    const isObject = values.every((value) => typeof value === 'object' && !Array.isArray(value));
    return isObject && values.length > 0 ? Object.assign({}, ...values) : values[0];
  }

  function makeObject({ properties }: Node, within: readonly unknown[]): object {
    const fields = Object.entries(Object(properties))
      .filter(([, property]) => resolve(property).readOnly !== true)
      .map(([name, property]) => [name, sample(property, within)] as const);
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
  }

  function makeList({ items, prefixItems, minItems }: Node, within: readonly unknown[]): unknown[] {
    const first = listOf(prefixItems).map((item) => sample(item, within) ?? null);
    const item = items === undefined || items === false ? undefined : sample(items, within);
    if (item === undefined || (first.length > 0 && minItems === undefined)) return first;
    const length = Math.min(Math.max(1, Number(minItems) || 0, first.length), 100);
    return [...first, ...Array.from({ length: length - first.length }, () => item)];
  }

  function makeOwn(schema: Node, within: readonly unknown[]): unknown {
    switch (typeOf(schema)) {
      case 'object':
        return makeObject(schema, within);
      case 'array':
        return makeList(schema, within);
      case 'string':
        return sampleText(schema);
      case 'integer':
      case 'number':
        return sampleNumber(schema, typeOf(schema) === 'integer');
      case 'boolean':
        return true;
      default:
        return null;
    }
  }

  return sample(root, []) ?? null;
}
