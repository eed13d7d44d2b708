import { expect, test } from 'vitest';
import { createOpenApi } from './openapi.ts';

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
