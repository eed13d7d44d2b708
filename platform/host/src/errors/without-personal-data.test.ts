import { expect, test } from 'vitest';
import { withoutPersonalData } from './without-personal-data.ts';

test.each([
  ['torn seam'],
  ["TypeError: Cannot read properties of undefined (reading 'price')"],
  ['RemoteLoadError: mfe-catalog 1.0.0: ./Home could not be loaded'],
  ['x.map is not a function'],
  ["The container can’t be reached, and it doesn't matter why"],
])('the words of code stay: %s', (message) => {
  expect(withoutPersonalData(message)).toBe(message);
});

const secrets = [
  ['an email', 'No user asha.rao+shop@patchwork.example today'],
  ['an email in another script', 'No user आशा@उदाहरण.भारत today'],
  ['a quoted name', 'No address of "Asha Rao" is known'],
  ['a name with an apostrophe', "No address of 'Asha O'Brien-Rao' is known"],
  ['a name in typographic quotes', 'No address of ‘Asha Rao’ is known'],
  [
    'the text that is no JSON',
    `Unexpected token 'A', ..."Asha Rao","pin":560001"... is not valid JSON`,
  ],
  ['a quotation without an end', 'No address of "Asha Rao, 12 Rao Street'],
  ['a property that is data', "Cannot read properties of undefined (reading 'asha@rao.example')"],
  ['a phone number', 'Call +91 98450-12345 first'],
  ['a card number', 'Card 4111 1111 1111 1111 was refused'],
  ['digits of another script', 'Call ९८४५०१२३४५ first'],
  ['a token', 'Token eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhc2hhIn0.c2lnbmF0dXJl has ended'],
  ['an address', 'Failed to fetch https://shop.example/orders/asha?phone=9845012345#rao now'],
  ['a path', 'No route for /orders/asha/rao here'],
  ['a query', 'No route for orders?name=asha here'],
  ['a second line', 'The form is not valid\nasha rao 9845012345'],
] as const;

test.each(secrets)('%s is left out', (_, message) => {
  expect(withoutPersonalData(message)).not.toMatch(/asha|rao|आशा|9845|९८४|4111|560001|eyJ|12345/i);
});

test('a message is cut, and odd characters are left out', () => {
  expect(withoutPersonalData('so '.repeat(10_000))).toHaveLength(200);
  expect(withoutPersonalData('a\u0000b\u202ec')).toBe('a b c');
});
