import { describe, expect, test } from 'vitest';
import { pathFor } from '../src/index.ts';
import { refusals } from '../src/refusals.ts';
import { otherAddress, sameRequest } from './odd-urls.ts';
import { type ApiUnderTest, answerOf, unknownId } from './under-test.ts';

export function urlsContract({ refused, request, refusedAddress }: ApiUnderTest): void {
  const list = '/api/product-query?search=s&limit=2&sort=LOWTOHIGH';

  test.each(Object.entries(sameRequest))('a URL %s is the same request', async (_, rewrite) => {
    const plain = await request('GET', list);
    expect(plain.status).toBe(200);
    expect(await request('GET', rewrite(list))).toEqual(plain);
  });

  test.each(Object.entries(otherAddress))('a URL %s is another address', async (_, rewrite) => {
    await refusedAddress('GET', rewrite(list));
    await refusedAddress('POST', rewrite('/api/auth/login'));
  });

  test('“+” and %20 are spaces in a query, and %2B is a plus sign', async () => {
    const search = async (text: string) =>
      (await request('GET', `/api/product-query?search=${text}&limit=500`)).data;
    expect(await search('+a%20')).toEqual(await search('a'));
    expect(await search('a%2B')).toMatchObject({ listed: 0 });
  });

  test.each(['%', '100%', '%zz', '%ff', '%E0%A4%A', 'a%20b%', 'a%2Fb', '%2520', '%3F'])(
    'the id %s is refused as an unknown one',
    async (id) => {
      const { status, data } = await request('GET', `/api/products/${id}`);
      expect({ status, data }).toEqual(answerOf(refusals.productUnknown));
    },
  );

  test('an id with the character 0 is refused, and named', async () => {
    const { status, data } = await request('GET', '/api/products/%00');
    expect({ status, data }).toEqual({
      status: 400,
      data: {
        errors: [expect.stringMatching(/^`productId` must not have a zero character/)],
        code: refusals.badRequest.code,
      },
    });
  });

  test('an empty id is another address', () => refusedAddress('GET', '/api/products/'));

  describe('a method', () => {
    test.each(['/api/products', '/api/user/cart', `/api/products/${unknownId}`])(
      'HEAD of %s has the status of GET and no body',
      async (path) => {
        const { status } = await request('GET', path);
        expect(await request('HEAD', path)).toMatchObject({ status, data: '' });
      },
    );

    test.each([
      ['PUT', '/api/products', 'GET'],
      ['PATCH', pathFor({ path: '/api/products/:productId' }, { productId: 'a' }), 'GET'],
      ['GET', '/api/auth/login', 'POST'],
      ['HEAD', '/api/auth/login', 'POST'],
      ['PUT', '/api/user/cart', 'GET, POST'],
    ])('%s is refused for %s, with the methods that are not', async (method, path, allow) => {
      const answer = await request(method, path);
      const refused = answerOf(refusals.unknownMethod);
      expect(answer).toEqual({ ...refused, ...(method === 'HEAD' && { data: '' }), allow });
    });

    test('OPTIONS is refused, or answered as a preflight', async () => {
      expect([204, 405]).toContain((await request('OPTIONS', '/api/products')).status);
    });
  });

  test('an id is decoded once', async () => {
    await refused('getProduct', { params: { productId: '%41' } }, refusals.productUnknown);
  });
}
