import { lineItemSchema, productSchema } from '@patchwork/domain';
import { aProduct } from '@patchwork/domain/testing';
import {
  hostileDocuments,
  isPolluted,
  oddTexts,
  pollutedDocuments,
  prototypeNames,
  scriptInjections,
} from '@patchwork/hostile-data';
import * as v from 'valibot';
import { beforeEach, expect, test, vi } from 'vitest';
import { queueSchema } from '../sync/queue-schema.ts';

const line = { product: aProduct({ id: 'tunic' }), quantity: 1 };
const queue = {
  confirmed: [line],
  isLoaded: true,
  pending: [
    {
      productId: 'tunic',
      sent: null,
      waiting: [{ type: 'add', productId: 'tunic', product: line.product }],
    },
  ],
  ...{ revision: 1, confirmedAt: { tunic: 1 }, reloadedAt: 0 },
};
/** An address is trimmed when it is read. */
const texts = [...scriptInjections, ...oddTexts].filter(([, text]) => text === text.trim());

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' ? [value] : Object.values(Object(value)).flatMap(textsOf);

// What can’t be read is reported.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const stored: readonly [name: string, schema: v.GenericSchema, document: unknown][] = [
  ['the queue of the cart', queueSchema(lineItemSchema), queue],
  [
    'the queue of the wishlist',
    queueSchema(productSchema),
    { ...queue, confirmed: [line.product] },
  ],
];

test.each(stored)(
  '%s can be read, so what follows changes a valid document',
  (_name, schema, document) => {
    expect(v.is(schema, document)).toBe(true);
  },
);

test.each(stored)(
  '%s: a text in any field is kept as it is, or left out',
  (_name, schema, document) => {
    for (const { title, document: hostile } of hostileDocuments(document, texts)) {
      const parsed = v.safeParse(schema, hostile);
      const known = new Set(textsOf(hostile));
      expect(
        textsOf(parsed.output).filter((text) => !known.has(text)),
        title,
      ).toEqual([]);
    }
  },
);

test.each(stored)('%s pollutes no prototype', (_name, schema, document) => {
  for (const [title, json] of pollutedDocuments(document)) {
    expect(isPolluted(v.safeParse(schema, JSON.parse(json)).output), title).toBe(false);
  }
});

test('a product with the name of a prototype’s field is a product like any other', () => {
  const reserved = ['__proto__', 'constructor', 'prototype'];
  for (const name of prototypeNames.filter((each) => !reserved.includes(each))) {
    const confirmedAt = { [name]: 1 };
    expect(v.parse(queueSchema(lineItemSchema), { ...queue, confirmedAt })).toMatchObject({
      confirmedAt,
    });
  }
});
