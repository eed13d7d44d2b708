import { parseRequestFile } from '@patchwork/host/request-files';
import { expect, test } from 'vitest';
import { type Draft, firstDraft } from '../../draft.ts';
import { saveRequest } from './save-request.ts';

const secret = 'needle';
const page = 'https://shop.example/mockman';

function save(draft: Partial<Draft>, answer?: Parameters<typeof saveRequest>[2]) {
  const saved = saveRequest({ ...firstDraft, ...draft }, page, answer);
  if (!saved.ok) throw new Error(saved.error);
  const text = JSON.stringify(saved.value.file);
  expect(text).not.toContain(secret);
  expect(parseRequestFile(text)).toEqual({ ok: true, value: saved.value.file });
  return saved.value;
}

const row = (header: string, value: string) => ({ isUsed: true, header, value });

test('a request is saved with the status and shape of its response', () => {
  const answer = { status: 201, value: [{ id: 'a' }] };
  expect(save({ endpoint: '/api/products/1?sort=price' }, answer)).toEqual({
    name: 'get-api-products-1.json',
    variables: [],
    file: {
      ...{ method: 'GET', address: '/api/products/1?sort=price', headers: { Accept: '*/*' } },
      expect: {
        status: 201,
        shape: {
          type: 'array',
          items: { type: 'object', properties: { id: { type: 'string' } }, required: ['id'] },
        },
      },
    },
  });
});

test('variables take the place of secrets in address, headers and JSON', () => {
  const { file, variables } = save({
    method: 'POST',
    endpoint: `/api/login;jsessionid=${secret}?token=${secret}&q=1&next=%2Fa%3Ftoken%3D${secret}`,
    headers: [
      row('authorization', `Bearer ${secret}`),
      row('X-Api-Key', secret),
      row('Referer', `https://a.example/?token=${secret}`),
    ],
    body: JSON.stringify({
      user: 'Asha',
      password: secret,
      users: [{ password: secret }, { tokens: [secret] }],
      pin: { token: secret },
      passwordless: true,
      otp: '',
    }),
  });
  expect(file).toMatchObject({
    address: '/api/login;jsessionid={{jsessionid}}?token={{token}}&q=1&next=%2Fa%3Ftoken%3D',
    headers: {
      authorization: 'Bearer {{authorization}}',
      'X-Api-Key': '{{xApiKey}}',
      Referer: 'https://a.example/?token=',
    },
    body: {
      user: 'Asha',
      password: '{{password}}',
      users: [{ password: '{{password2}}' }, { tokens: '{{tokens}}' }],
      pin: { token: '{{token2}}' },
      passwordless: true,
      otp: '',
    },
  });
  expect(variables).toContain('password2');
});

test('user and password of an address are left out, and a form’s secrets become variables', () => {
  const { file } = save({
    method: 'POST',
    endpoint: `https://me:${secret}@a.example/x`,
    headers: [row('Content-Type', 'application/x-www-form-urlencoded')],
    body: `name=Asha&password=${secret}`,
  });
  expect(file).toMatchObject({
    address: 'https://a.example/x',
    body: 'name=Asha&password={{password}}',
  });
});

test('an address of the shop becomes a path', () => {
  expect(save({ endpoint: 'https://shop.example/api/a?b={{c}}' }).file.address).toBe(
    '/api/a?b={{c}}',
  );
  expect(save({ endpoint: 'api/a' }).file.address).toBe('/api/a');
});

test('variables that were typed stay', () => {
  const { file, variables } = save({
    endpoint: '/api/products/{{productId}}?token={{mine}}',
    headers: [row('authorization', 'Bearer {{mine}}')],
  });
  expect(file).toMatchObject({
    address: '/api/products/{{productId}}?token={{mine}}',
    headers: { authorization: 'Bearer {{mine}}' },
  });
  expect(variables).toEqual([]);
});

test('a text of another type that has a secret’s name is left empty', () => {
  const headers = [row('Content-Type', 'text/plain')];
  expect(
    save({ method: 'PUT', endpoint: '/a', headers, body: `password: ${secret}` }).file.body,
  ).toBe('');
});

test.each([
  [{ endpoint: ' ' }, 'Enter an endpoint, such as /api/products.'],
  [
    { method: 'POST' as const, endpoint: '/a', body: '{"id":4634343214213523454}' },
    'A file can’t hold the number 4634343214213523454: write it as a text.',
  ],
  [{ endpoint: '/a/{{x-y}}' }, expect.stringMatching(/^It can’t be saved: address is wrong/)],
])('a request such as %j is not saved, and the reason is said', (draft, sentence) => {
  expect(saveRequest({ ...firstDraft, ...draft }, page)).toEqual({ ok: false, error: sentence });
});
