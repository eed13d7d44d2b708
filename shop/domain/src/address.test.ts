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

  test.each([
    ...[
      '560038',
      '560 038',
      '560-038',
      ' 560\u00a0038 ',
      '560\u2009038',
      '560\u2013038',
      '5 6 0 0 3 8',
    ],
    ...['५६००३८', '౫౬౦౦౩౮', '۵۶۰۰۳۸', '５６００３８', '\u202a560038\u202c', '560\u200b038'],
  ])('the PIN code %j is stored as 560038', (pinCode) => {
    expect(validateAddress({ ...ashasHome, pinCode })).toMatchObject({
      ok: true,
      value: { pinCode: '560038' },
    });
  });

  test.each([
    ...['', '-', '12', '68200', '6820011', '68200a', '682/001', 'PIN 682001', '-6820011', '６8200'],
    ...['682001'.padStart(21), '6.8e4.1', '000000', '012345', '०६२००१'],
  ])('%j is not a PIN code', (pinCode) => {
    expect(validateAddress({ ...ashasHome, pinCode })).toEqual({
      ok: false,
      error: { pinCode: 'Please enter the PIN code: six digits, the first not 0.' },
    });
  });

  test.each([
    ...['9876543210', '98765 43210', '98765-43210', '98765.43210', '(98765) 43210', '09876543210'],
    ...['+91 98765 43210', '+91-98765-43210', '+919876543210', '919876543210', '91 98765 43210'],
    ...['0091 98765 43210', '+91 (0) 98765-43210', '098765 43210', '+91\u00a098765\u201143210'],
    ...['\u202a+91 98765 43210\u202c', '९८७६५ ४३२१०', '＋91 ９８７６５４３２１０'],
  ])('the mobile number %j is stored as 9876543210', (mobile) => {
    expect(validateAddress({ ...ashasHome, mobile })).toMatchObject({
      ok: true,
      value: { mobile: '9876543210' },
    });
  });

  test('a number that begins with 91 and has ten digits has no country code', () => {
    expect(validateAddress({ ...ashasHome, mobile: '91987 65432' })).toMatchObject({
      value: { mobile: '9198765432' },
    });
  });

  test.each([
    ...[
      '',
      '+',
      '12345',
      '987654321',
      '98765432101',
      '0987654321',
      '+1 98765 43210',
      '99876543210',
    ],
    ...[
      '+44 9876 543210',
      '98765/43210',
      '98765 43210 ext 2',
      '9876543210'.padEnd(31),
      '0000000000',
    ],
  ])('%j is not a mobile number', (mobile) => {
    expect(validateAddress({ ...ashasHome, mobile })).toEqual({
      ok: false,
      error: { mobile: 'Please enter the mobile number: ten digits.' },
    });
  });

  test('what is stored is understood again, unchanged', () => {
    const typed = { ...ashasHome, pinCode: '682 001', mobile: '+91 98765 43210' };
    const stored = validateAddress(typed);
    expect(stored).toEqual({ ok: true, value: ashasHome });
  });
});

test('a stored address needs an id', () => {
  expect(v.is(addressSchema, { id: 'a1', ...ashasHome })).toBe(true);
  expect(v.is(addressSchema, { id: '', ...ashasHome })).toBe(false);
  expect(v.is(addressSchema, ashasHome)).toBe(false);
});

test('an address that an earlier version stored is read as it is', () => {
  const old = { id: 'a1', ...ashasHome, pinCode: '000000', mobile: '0000000000' };
  expect(v.parse(addressSchema, old)).toEqual(old);
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
