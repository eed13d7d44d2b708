import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { endpointNames, endpoints } from './endpoints.ts';
import { exampleBodyOf } from './examples.ts';
import { parseBody } from './parse-input.ts';

const LENGTH = 10_000;

/** Texts that are longer than anyone needs, in the formats that fields have. */
const longTexts = ['x', '1', 'a@', '/', 'MEN,'].map((part) => part.repeat(LENGTH));
longTexts.push(`https://parcels.example/${'x'.repeat(LENGTH)}`);

/** A node of a schema; Valibot's types don't tell which properties a node has. */
interface Node {
  readonly type: string;
  readonly wrapped?: Node;
  readonly item?: Node;
  readonly entries?: Readonly<Record<string, Node>>;
  readonly options?: readonly Node[];
}

/** Returns the paths of the texts in a schema that accept a long text. Lists are limited by the size of the body. */
function unlimited(node: Node, path: string): string[] {
  const { wrapped, item, entries = {}, options = [] } = node;
  const accepts = (value: unknown) =>
    v.safeParse(node as unknown as v.GenericSchema, value).success;
  if (node.type === 'string') return longTexts.some(accepts) ? [path] : [];
  return [
    ...(wrapped ? unlimited(wrapped, path) : []),
    ...(item ? unlimited(item, `${path}[]`) : []),
    ...Object.entries(entries).flatMap(([name, entry]) => unlimited(entry, `${path}.${name}`)),
    ...(node.type === 'variant' || node.type === 'union'
      ? options.flatMap((option, index) => unlimited(option, `${path}|${index}`))
      : []),
  ];
}

const inputs = endpointNames.flatMap((name) => {
  const { body, query }: Endpoint = endpoints[name];
  return [
    ...(body ? [[`the body of ${name}`, body.schema] as const] : []),
    ...(query ? [[`the query of ${name}`, query.schema] as const] : []),
  ];
});

test.each(inputs)('every text in %s has a maximum length', (_title, schema) => {
  expect(unlimited(schema as unknown as Node, '')).toEqual([]);
});

describe('the fields that a sign-up adds', () => {
  const signUpWith = (fields: object) =>
    parseBody(
      endpoints.signup.body,
      JSON.stringify({ ...Object(exampleBodyOf('signup')), ...fields }),
    );

  test('are kept up to 2,000 characters together', () => {
    expect(signUpWith({ pets: ['x'.repeat(1_900)] })).toMatchObject({ ok: true });
    expect(signUpWith({ pets: ['x'.repeat(1_000)], more: { notes: 'x'.repeat(1_000) } })).toEqual({
      ok: false,
      error: {
        ...{ status: 400, code: 'badRequest' },
        text: 'The body must have at most 2000 characters in further fields. Bad Request error.',
      },
    });
  });
});
