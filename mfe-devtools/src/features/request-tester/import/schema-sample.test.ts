import { expect, test } from 'vitest';
import { createResolve } from './references.ts';
import { sampleOf } from './schema-sample.ts';

const document = {
  components: {
    schemas: {
      Id: { type: 'string', format: 'uuid' },
      'a/b~c d': { type: 'integer', minimum: 3 },
      Alias: { $ref: '#/components/schemas/Id' },
      Tree: {
        type: 'object',
        properties: {
          name: { type: 'string' },
          parent: { $ref: '#/components/schemas/Tree' },
          children: { type: 'array', items: { $ref: '#/components/schemas/Tree' } },
        },
      },
      Self: { $ref: '#/components/schemas/Self' },
    },
  },
};
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const id = '00000000-0000-4000-8000-000000000000';

test.each<[what: string, schema: unknown, value: unknown]>([
  ['a reference, also by way of another', to('Alias'), id],
  ['a reference with escaped characters', to('a~1b~0c%20d'), 3],
  ['a reference with words beside it', { ...to('Id'), example: 'i1' }, 'i1'],
  ['a schema that contains itself', to('Tree'), { name: 'string', children: [] }],
  ['a reference to itself', to('Self'), null],
  ['a reference to nothing', to('None'), null],
  ['a reference into another file', { $ref: './other.yml#/a' }, null],
  ['a reference to a name that all objects inherit', { $ref: '#/constructor' }, null],
  [
    'all of several objects',
    { allOf: [{ properties: { a: { type: 'integer' } } }, { properties: { b: to('Id') } }] },
    { a: 0, b: id },
  ],
  [
    'one of several, beside its own properties',
    { properties: { kind: { const: 'card' } }, oneOf: [{ properties: { no: to('Id') } }, {}] },
    { no: id, kind: 'card' },
  ],
  ['any of several, not null', { anyOf: [{ type: 'null' }, { type: 'boolean' }] }, true],
  ['one wrapped in allOf', { allOf: [to('Id')] }, id],
  ['several types', { type: ['null', 'string'], maxLength: 3 }, 'str'],
  ['the first value of an enumeration', { enum: ['S', 'M'] }, 'S'],
  ['a default', { type: 'integer', default: 7 }, 7],
  ['examples', { type: 'string', examples: ['x', 'y'] }, 'x'],
  ['a long text', { type: 'string', minLength: 8 }, 'stringxx'],
  ['exclusive limits', { type: 'integer', exclusiveMinimum: 4, multipleOf: 5 }, 5],
  ['exclusive limits of OpenAPI 3.0', { type: 'integer', minimum: 4, exclusiveMinimum: true }, 5],
  ['an upper limit', { type: 'number', maximum: -2.5 }, -2.5],
  ['a list', { type: 'array', items: to('Id'), minItems: 2 }, [id, id]],
  ['a tuple', { prefixItems: [{ const: 1 }, { type: 'boolean' }] }, [1, true]],
  [
    'an object without what only a response has',
    {
      properties: {
        id: { type: 'string', readOnly: true },
        at: { format: 'date', type: 'string' },
      },
    },
    { at: '2020-01-31' },
  ],
  [
    'a property with a name that objects inherit',
    { properties: { toString: { const: 1 } } },
    { toString: 1 },
  ],
  ['anything', true, null],
])('a sample of %s matches the schema', (_what, schema, value) => {
  expect(sampleOf(createResolve(document), schema)).toEqual(value);
});

test('schemas that each refer twice to the next one do not multiply without end', () => {
  const schemas = Object.fromEntries(
    Array.from({ length: 60 }, (_, step) => [
      `S${step}`,
      { type: 'object', properties: { a: to(`S${step + 1}`), b: to(`S${step + 1}`) } },
    ]),
  );
  expect(
    JSON.stringify(sampleOf(createResolve({ components: { schemas } }), to('S0'))).length,
  ).toBeLessThan(1e5);
});
