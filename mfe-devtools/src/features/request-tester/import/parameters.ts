import { jsonText, percentEncoded, wellFormed } from './encoding.ts';
import { listOf, type Node, type Resolve } from './references.ts';
import { sampleOf } from './schema-sample.ts';

/** Value of an example, or its text as it is sent. */
export type Example = { readonly value: unknown } | { readonly text: string };

/** Returns the example that a parameter or media type names; undefined if it names none. */
export function namedExample(resolve: Resolve, { example, examples }: Node): Example | undefined {
  if (example !== undefined) return { value: example };
  for (const entry of Object.values(Object(examples ?? {}))) {
    const { value, dataValue, serializedValue } = resolve(entry);
    if (value !== undefined || dataValue !== undefined) return { value: value ?? dataValue };
    if (typeof serializedValue === 'string') return { text: serializedValue };
  }
  return undefined;
}

export interface Style {
  readonly style?: unknown;
  readonly explode?: unknown;
  readonly allowReserved?: unknown;
}

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? jsonText(value) : String(value ?? '');

/** Encodes a value for a query. With allowReserved, reserved characters of RFC 3986 stay. */
const encoder =
  (allowReserved: unknown) =>
  (value: unknown): string =>
    allowReserved === true
      ? encodeURI(wellFormed(plain(value))).replaceAll('#', '%23')
      : percentEncoded(plain(value));

/** Pairs of an object with style deepObject: 'filter[size]=M'. */
function deepPairs(name: string, value: unknown): [string, unknown][] {
  if (typeof value !== 'object' || value === null) return [[name, value]];
  if (Array.isArray(value) && value.every((item) => typeof item !== 'object')) {
    return value.map((item) => [name, item]);
  }
  return Object.entries(value).flatMap(([key, part]) => deepPairs(`${name}[${key}]`, part));
}

const delimiters: Readonly<Record<string, string>> = {
  spaceDelimited: '%20',
  pipeDelimited: '%7C',
};

/** Returns the pairs of a query parameter, encoded: ['size=M', 'size=L']. */
export function queryPairs(name: string, value: unknown, part: Style): readonly string[] {
  const { style = 'form', explode = style === 'form' || style === 'cookie' } = part;
  const encode = encoder(part.allowReserved);
  const key = percentEncoded(name);
  if (typeof value !== 'object' || value === null) return [`${key}=${encode(value)}`];
  if (style === 'deepObject') {
    return deepPairs(name, value).map(([own, text]) => `${percentEncoded(own)}=${encode(text)}`);
  }
  const isList = Array.isArray(value);
  if (explode === true) {
    return isList
      ? value.map((item) => `${key}=${encode(item)}`)
      : Object.entries(value).map(([own, item]) => `${percentEncoded(own)}=${encode(item)}`);
  }
  const items = isList ? value : Object.entries(value).flat();
  return [`${key}=${items.map(encode).join(delimiters[String(style)] ?? ',')}`];
}

/** Formats a value in a path or header: '3,4', '.3.4' or ';id=3;id=4'. */
function simpleText(
  name: string,
  value: unknown,
  { style = 'simple', explode = false }: Style,
  encode: (value: unknown) => string,
): string {
  const isObject = typeof value === 'object' && value !== null;
  const pairs = isObject && !Array.isArray(value) ? Object.entries(value) : undefined;
  const items = pairs
    ? pairs.map(([key, item]) => `${encode(key)}${explode === true ? '=' : ','}${encode(item)}`)
    : (Array.isArray(value) ? value : [value]).map(encode);
  if (style === 'label') return `.${items.join(explode === true ? '.' : ',')}`;
  if (style !== 'matrix') return items.join(',');
  if (explode !== true) return `;${name}=${items.join(',')}`;
  return items.map((item) => (pairs ? `;${item}` : `;${name}=${item}`)).join('');
}

export interface Parameters {
  readonly path: ReadonlyMap<string, string>;
  readonly query: readonly string[];
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly notes: readonly string[];
}

const isJson = (type: string): boolean => /json/i.test(type);

function readParameter(resolve: Resolve, part: Node): { example: Example; isNamed: boolean } {
  const named = namedExample(resolve, part);
  const [content] = Object.entries(Object(part.content ?? {}));
  if (!content) {
    const schema = part.schema ?? part;
    return { example: named ?? { value: sampleOf(resolve, schema) }, isNamed: named !== undefined };
  }
  const [type, media] = content;
  const own = named ?? namedExample(resolve, resolve(media));
  const example = own ?? { value: sampleOf(resolve, resolve(media).schema) };
  const isText = 'text' in example || typeof example.value === 'string';
  const text = isText || !isJson(type) ? example : { value: jsonText(example.value) };
  return { example: text, isNamed: own !== undefined };
}

/**
 * Returns the parameters of an operation with their examples: those of the path and those that are required or have an
 * example. Those of the operation replace those of its path item with the same name and place.
 */
export function readParameters(resolve: Resolve, item: Node, operation: Node): Parameters {
  const found = new Map<string, Node>();
  for (const parameter of [...listOf(item.parameters), ...listOf(operation.parameters)]) {
    const part = resolve(parameter);
    if (typeof part.name === 'string') found.set(`${part.in} ${part.name}`, part);
  }
  const path = new Map<string, string>();
  const query: string[] = [];
  const headers: [string, string][] = [];
  const notes: string[] = [];
  for (const part of found.values()) {
    const name = String(part.name);
    const { example, isNamed } = readParameter(resolve, part);
    if (part.in !== 'path' && part.required !== true && !isNamed) continue;
    const isSerialized = 'text' in example;
    const value = isSerialized ? example.text : example.value;
    if (part.in === 'path') {
      path.set(
        name,
        isSerialized ? example.text : simpleText(name, value, part, percentEncodedPlain),
      );
    } else if (part.in === 'query') {
      query.push(...(isSerialized ? [example.text] : queryPairs(name, value, part)));
    } else if (part.in === 'querystring') {
      const pairs = Object.entries(Object(value)).flatMap(([key, item]) =>
        queryPairs(key, item, {}),
      );
      query.push(typeof value === 'string' ? value : pairs.join('&'));
    } else if (part.in === 'header') {
      // OpenAPI ignores these three, which other parts of a document describe.
      if (/^(?:accept|content-type|authorization)$/i.test(name)) continue;
      headers.push([name, isSerialized ? example.text : simpleText(name, value, part, plain)]);
    } else if (part.in === 'cookie') notes.push(`${name}: the browser sends its own cookies`);
  }
  return { path, query, headers, notes };
}

const percentEncodedPlain = (value: unknown): string => percentEncoded(plain(value));
