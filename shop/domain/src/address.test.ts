import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import {
  type AddressFields,
  addressSchema,
  sentAddressSchema,
  validateAddress,
} from './address.ts';
import { ashasHome } from './testing.ts';

const fieldNames = Object.keys(ashasHome) as (keyof AddressFields)[];

describe('validateAddress', () => {
  test('a complete address passes', () => {
    expect(validateAddress(ashasHome)).toEqual({ ok: true, value: ashasHome });
  });

  test.each(fieldNames)(
    '%s is required: empty or blank is an error of that field alone',
    (field) => {
      for (const blank of ['', '   ']) {
        expect(validateAddress({ ...ashasHome, [field]: blank })).toEqual({
          ok: false,
          error: { [field]: expect.stringMatching(/^Please enter/) },
        });
      }
    },
  );

  test('all missing fields are named together', () => {
    const empty = Object.fromEntries(fieldNames.map((field) => [field, ''])) as unknown;
    const result = validateAddress(empty as AddressFields);
    expect(result.ok ? [] : Object.keys(result.error)).toEqual(fieldNames);
  });

  test('surrounding spaces are removed', () => {
    const result = validateAddress({ ...ashasHome, city: ' Kochi ', pinCode: ' 682001 ' });
    expect(result).toEqual({ ok: true, value: ashasHome });
  });

  test.each(['68200', '6820011', '68200a', '682 001'])('%j is not a PIN code', (pinCode) => {
    expect(validateAddress({ ...ashasHome, pinCode })).toEqual({
      ok: false,
      error: { pinCode: 'Please enter the PIN code: six digits.' },
    });
  });

  test.each(['987654321', '98765432101', '+919876543210'])(
    '%j is not a mobile number',
    (mobile) => {
      expect(validateAddress({ ...ashasHome, mobile })).toEqual({
        ok: false,
        error: { mobile: 'Please enter the mobile number: ten digits.' },
      });
    },
  );
});

test('a stored address needs an id', () => {
  expect(v.is(addressSchema, { id: 'a1', ...ashasHome })).toBe(true);
  expect(v.is(addressSchema, { id: '', ...ashasHome })).toBe(false);
  expect(v.is(addressSchema, ashasHome)).toBe(false);
});

test('a long field is refused in the form and when it is sent, but an address that is stored is read', () => {
  const limits = { name: 200, houseNumber: 100, street: 200, city: 100, state: 100 };
  for (const [field, max] of Object.entries(limits)) {
    const long = { ...ashasHome, [field]: 'x'.repeat(max + 1) };
    const message = `Please enter at most ${max} characters.`;
    expect(validateAddress(long)).toEqual({ ok: false, error: { [field]: message } });
    expect(validateAddress({ ...ashasHome, [field]: ` ${'x'.repeat(max)} ` }).ok).toBe(true);
    expect(v.is(sentAddressSchema, { id: 'a1', ...long })).toBe(false);
    expect(v.is(addressSchema, { id: 'a1', ...long })).toBe(true);
  }
  expect(v.is(sentAddressSchema, { id: 'x'.repeat(201), ...ashasHome })).toBe(false);
});
