import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { endpointNames } from './endpoints.ts';
import { createOpenApi } from './openapi.ts';

interface Operation {
  readonly operationId: string;
}

const openApi = createOpenApi();

const operations = Object.values(openApi.paths).flatMap((path) =>
  Object.values(path),
) as Operation[];

test('it is an OpenAPI 3.1 document', async () => {
  const validator = new Validator();
  expect(await validator.validate(structuredClone(openApi))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});

test('the validator refuses a document with a fault', async () => {
  const faulty = { ...structuredClone(openApi), paths: { 'no-slash': {} } };
  expect((await new Validator().validate(faulty)).valid).toBe(false);
});

test('each call of the table is in it once', () => {
  const ids = operations.map(({ operationId }) => operationId);
  expect(ids.sort()).toEqual([...endpointNames].sort());
});

test('every reference leads to a part of the document', () => {
  const references = [...JSON.stringify(openApi).matchAll(/"\$ref":"#\/([^"]+)"/g)];
  expect(references.length).toBeGreaterThan(0);
  for (const [, pointer = ''] of references) {
    let part: unknown = openApi;
    for (const key of pointer.split('/')) part = Object(part)[key];
    expect(part, pointer).toBeInstanceOf(Object);
  }
});

test('a call is described as it goes over the wire', () => {
  expect(openApi.paths['/api/user/cart/{productId}']?.post).toMatchInlineSnapshot(`
    {
      "operationId": "changeCartQuantity",
      "parameters": [
        {
          "example": "indigo-selvedge-overshirt",
          "in": "path",
          "name": "productId",
          "required": true,
          "schema": {
            "type": "string",
          },
        },
      ],
      "requestBody": {
        "content": {
          "application/json": {
            "example": {
              "action": {
                "type": "increment",
              },
            },
            "schema": {
              "properties": {
                "action": {
                  "properties": {
                    "type": {
                      "enum": [
                        "increment",
                        "decrement",
                      ],
                      "type": "string",
                    },
                  },
                  "required": [
                    "type",
                  ],
                  "type": "object",
                },
              },
              "required": [
                "action",
              ],
              "type": "object",
            },
          },
        },
        "required": true,
      },
      "responses": {
        "200": {
          "content": {
            "application/json": {
              "schema": {
                "properties": {
                  "cart": {
                    "items": {
                      "$ref": "#/components/schemas/CartLine",
                    },
                    "type": "array",
                  },
                },
                "required": [
                  "cart",
                ],
                "type": "object",
              },
            },
          },
          "description": "Success",
        },
        "4XX": {
          "$ref": "#/components/responses/Refusal",
        },
        "5XX": {
          "$ref": "#/components/responses/Failure",
        },
      },
      "security": [
        {
          "token": [],
        },
      ],
      "summary": "Change cart quantity",
      "tags": [
        "cart",
      ],
    }
  `);
  expect(openApi.components.schemas.Category).toMatchInlineSnapshot(`
    {
      "properties": {
        "_id": {
          "minLength": 1,
          "type": "string",
        },
        "categoryName": {
          "type": "string",
        },
        "description": {
          "type": "string",
        },
        "image": {
          "type": "string",
        },
      },
      "required": [
        "_id",
        "categoryName",
        "description",
        "image",
      ],
      "type": "object",
    }
  `);
});

test('a query is described field by field', () => {
  const { parameters } = Object(createOpenApi().paths['/api/product-query']?.get);
  expect(parameters).toMatchInlineSnapshot(`
    [
      {
        "in": "query",
        "name": "search",
        "required": false,
        "schema": {
          "default": "",
          "maxLength": 1000,
          "pattern": "^[^\\0]*$",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "categories",
        "required": false,
        "schema": {
          "default": "",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "sizes",
        "required": false,
        "schema": {
          "default": "",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "minRating",
        "required": false,
        "schema": {
          "default": "0",
          "enum": [
            "0",
            "1",
            "2",
            "3",
            "4",
          ],
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "maxPrice",
        "required": false,
        "schema": {
          "pattern": "^\\d{1,15}$",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "priceLimit",
        "required": false,
        "schema": {
          "default": "4000",
          "pattern": "^\\d{1,15}$",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "sort",
        "required": false,
        "schema": {
          "default": "",
          "enum": [
            "",
            "LOWTOHIGH",
            "HIGHTOLOW",
          ],
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "limit",
        "required": false,
        "schema": {
          "default": "60",
          "pattern": "^\\d{1,3}$",
          "type": "string",
        },
      },
      {
        "in": "query",
        "name": "cursor",
        "required": false,
        "schema": {
          "type": "string",
        },
      },
    ]
  `);
});
