import { aProduct } from '@patchwork/domain/testing';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { differences } from '../contract/under-test.ts';
import { endpointNames } from './endpoints.ts';
import { createOpenApi } from './openapi.ts';
import { encodeProduct } from './product.ts';

interface Operation {
  readonly operationId: string;
}

const openApi = createOpenApi();

const operations = Object.values(openApi.paths).flatMap((path) =>
  Object.values(path),
) as Operation[];

test('createOpenApi returns an OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(openApi))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the validator refuses a faulty document', async () => {
  const faulty = { ...structuredClone(openApi), paths: { 'no-slash': {} } };
  expect((await new Validator().validate(faulty)).valid).toBe(false);
});

test('the document contains each call of the table once', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.sort()).toEqual([...endpointNames].sort());
});

test('every reference can be resolved', () => {
  const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, pointer = ''] of references) {
    let part: unknown = openApi;
    for (const key of pointer.split('/')) part = Object(part)[key];
    expect(part, pointer).toBeInstanceOf(Object);
  }
});

test('a call is described as it is on the wire', () => {
  const { parameters, requestBody, responses, ...call } = Object(
    openApi.paths['/api/user/cart/{productId}']?.post,
  );
  expect(call).toEqual({
    ...{ operationId: 'changeCartQuantity', summary: 'Change cart quantity', tags: ['cart'] },
    security: [{ token: [] }],
  });
  expect(parameters).toEqual([
    {
      ...{ in: 'path', name: 'productId', required: true, schema: { type: 'string' } },
      example: 'indigo-selvedge-overshirt',
    },
  ]);
  const { example, schema } = requestBody.content['application/json'];
  expect(example).toEqual({ action: { type: 'increment' } });
  const action = { type: 'object', required: ['type'] };
  const type = { type: 'string', enum: ['increment', 'decrement'] };
  expect(schema).toMatchObject({ properties: { action: { ...action, properties: { type } } } });
  const cart = { type: 'array', items: { $ref: '#/components/schemas/CartLine' } };
  expect(responses[200].content['application/json'].schema).toMatchObject({ properties: { cart } });
  expect(responses).toMatchObject({
    '4XX': { $ref: '#/components/responses/Refusal' },
    '5XX': { $ref: '#/components/responses/Failure' },
  });
  const text = { type: 'string' };
  expect(openApi.components.schemas.Category).toEqual({
    type: 'object',
    properties: {
      _id: { ...text, minLength: 1 },
      categoryName: text,
      description: text,
      image: text,
    },
    required: ['_id', 'categoryName', 'description', 'image'],
  });
});

test('a query is described field by field', () => {
  const { parameters } = Object(openApi.paths['/api/product-query']?.get);
  const schemas = parameters.map(({ name, schema }: { name: string; schema: object }) => [
    name,
    schema,
  ]);
  const text = { type: 'string' };
  expect(parameters[0]).toMatchObject({ in: 'query', required: false });
  expect(Object.fromEntries(schemas)).toEqual({
    search: { ...text, default: '', maxLength: 200, pattern: String.raw`^[^\0]*$` },
    categories: { ...text, default: '' },
    sizes: { ...text, default: '' },
    minRating: { ...text, default: '0', enum: ['0', '1', '2', '3', '4'] },
    maxPrice: { ...text, pattern: String.raw`^\d{1,15}$` },
    priceLimit: { ...text, default: '4000', pattern: String.raw`^\d{1,15}$` },
    sort: { ...text, default: '', enum: ['', 'LOWTOHIGH', 'HIGHTOLOW'] },
    limit: { ...text, default: '60', pattern: String.raw`^\d{1,3}$` },
    cursor: text,
  });
});

test('the codes of refusals are listed, with those of one server', () => {
  const { Refusal } = createOpenApi('/', { codes: ['tooBusy'] }).components.responses;
  expect(Refusal.content['application/json'].schema).toMatchObject({
    properties: { code: { examples: expect.arrayContaining(['emailUnknown', 'tooBusy']) } },
  });
});

const line = { ...encodeProduct(aProduct()), qty: 1 };

test.each([
  ['', 200, { cart: [line] }],
  ['', 401, { errors: ['No.'], code: 'future' }],
  ['', 500, { error: { message: 'No.' }, code: 'unexpected' }],
  ['qty', 200, { cart: [{ ...line, qty: null }] }],
  ['must be array', 200, { cart: {} }],
  ['fewer', 401, { errors: [], code: 'invalidToken' }],
  ['code', 401, { errors: ['No.'] }],
  ['must be object', 500, { error: 'No.', code: 'unexpected' }],
])('a response’s difference from the document is found: %j', (found, status, answer) => {
  const text = differences('getCart', status, answer);
  expect(text).toContain(found);
  expect(text === '').toBe(found === '');
});
