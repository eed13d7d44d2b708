import { expect, test } from 'vitest';
import { refusalBody, refusals } from './refusals.ts';

test.each([
  ['emailTaken', 422, 'Unprocessable Entity. Email Already Exists.'],
  ['emailUnknown', 404, 'The email you entered is not Registered. Not Found error'],
  ['wrongPassword', 401, 'The credentials you entered are invalid. Unauthorized access error.'],
  ['invalidToken', 401, 'The token is invalid. Unauthorized access error.'],
] as const)('the refusal %s has the text of the specification', (code, status, text) => {
  expect(refusals[code]).toEqual({ status, code, text });
  expect(refusalBody(refusals[code])).toEqual({ errors: [text], code });
});

test('the code of each refusal is its name', () => {
  for (const [name, { code }] of Object.entries(refusals)) expect(code).toBe(name);
});

test('an unexpected failure has an error field, and a code as well', () => {
  const { text } = refusals.unexpected;
  expect(refusalBody(refusals.unexpected)).toEqual({
    error: { message: text },
    code: 'unexpected',
  });
});
