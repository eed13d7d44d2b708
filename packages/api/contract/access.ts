import { describe, expect, test } from 'vitest';
import { exampleBodyOf, exampleIds } from '../src/examples.ts';
import { type EndpointName, endpointNames, endpoints } from '../src/index.ts';
import type { ApiUnderTest, Input } from './under-test.ts';

const protectedNames = endpointNames.filter((name) => endpoints[name].access === 'login');

const invalid = 'The token is invalid. Unauthorized access error.';

const encode = (part: object): string => btoa(JSON.stringify(part)).replace(/=+$/, '');

const forgeries: [string, (token: string) => string | undefined][] = [
  ['missing', () => undefined],
  ['empty', () => ''],
  ['malformed', () => 'not.a.token'],
  ['without signature', (token) => token.split('.').slice(0, 2).join('.')],
  ['wrongly signed', (token) => `${token.slice(0, -8)}AAAAAAAA`],
  ['unsigned', (token) => `${encode({ alg: 'none' })}.${token.split('.')[1]}.`],
  [
    'of someone else, under the old signature',
    (token) =>
      token.replace(/\.[^.]+\./, `.${encode({ email: 'asha@patchwork.example', exp: 4e9 })}.`),
  ],
];

/** A well-formed request of that call, so that only its token can be at fault. */
const inputFor = (name: EndpointName): Input => ({
  params: exampleIds,
  body: exampleBodyOf(name),
});

export function accessContract(api: ApiUnderTest): void {
  const { call, refused, signUp, succeed, twoProducts } = api;

  describe.each(protectedNames)('%s', (name) => {
    test.each(forgeries)('refuses a token that is %s', async (_, forge) => {
      const { token } = await signUp();
      const forged = forge(token);
      const input = inputFor(name);
      const sent = { ...input, ...(forged !== undefined && { token: forged }) };
      await refused(name, sent, 401, invalid);
      expect(await succeed('getCart', { token })).toEqual({ cart: [] });
      expect(await succeed('getWishlist', { token })).toEqual({ wishlist: [] });
    });

    describe.runIf(api.isMock)('of the mock', () => {
      const tokenOf = async (email: string): Promise<string> =>
        (await succeed('login', { body: { email, password: 'any' } })).encodedToken;

      test('refuses a token that has expired', async () => {
        const token = await tokenOf('expired@patchwork.example');
        await refused(name, { ...inputFor(name), token }, 401, invalid);
      });

      test('does not find the user of a token whose email is in no user', async () => {
        const token = await tokenOf('unknown@patchwork.example');
        const text = 'The email you entered is not Registered. Not Found error';
        await refused(name, { ...inputFor(name), token }, 404, text);
      });
    });
  });

  test.each(endpointNames.filter((name) => !protectedNames.includes(name)))(
    '%s is open: a bad token does no harm',
    async (name) => {
      const [{ _id: productId }] = await twoProducts();
      const params = { productId, categoryId: 'none' };
      const { status } = await call(name, { params, token: 'not.a.token', body: undefined });
      expect(status).not.toBe(401);
    },
  );
}
