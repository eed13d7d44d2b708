import { expect, test } from 'vitest';
import { type ApiError, describeError, statusError } from './errors.ts';

test('a refusal is described in the server’s words', () => {
  const body = { errors: ['Unprocessable Entity. Email Already Exists.'] };
  expect(describeError(statusError(422, body))).toBe('Unprocessable Entity. Email Already Exists.');
});

test('an unexpected failure is described in the server’s words', () => {
  const body = { error: { message: 'The mock could not answer.' } };
  expect(describeError(statusError(500, body))).toBe('The mock could not answer.');
});

test.each([
  [404, 'What you were looking for was not found.'],
  [502, 'Something went wrong in the shop. Please try again.'],
])('a %i without a message has a sentence of ours', (status, sentence) => {
  for (const body of ['<html>', null, {}, { errors: [] }, { errors: 'text' }, { errors: [' '] }]) {
    expect(describeError(statusError(status, body))).toBe(sentence);
  }
});

test('every other failure is described by one sentence without the cause', () => {
  for (const kind of ['network', 'timeout', 'aborted', 'malformed'] as const) {
    const error: ApiError = { kind, message: 'ECONNREFUSED 127.0.0.1' };
    expect(describeError(error)).toMatch(/^[A-Z].+\.$/);
    expect(describeError(error)).not.toContain('ECONNREFUSED');
  }
});

test.each([
  ['2', 2],
  ['0', 0],
  [undefined, undefined],
  ['', undefined],
  ['-1', undefined],
  ['soon', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
])('Retry-After %j means a pause of %s seconds', (retryAfter, seconds) => {
  const error = statusError(503, { errors: ['Busy.'] }, retryAfter);
  expect(error).toMatchObject({ status: 503, messages: ['Busy.'] });
  expect(Reflect.get(error, 'retryAfterSeconds')).toBe(seconds);
});

test('a code is read from both error shapes, and an unreadable one is none', () => {
  const code = 'emailUnknown';
  expect(statusError(404, { errors: ['No.'], code })).toEqual({
    ...{ kind: 'status', status: 404, messages: ['No.'], code },
  });
  expect(statusError(500, { error: { message: 'No.' }, code })).toMatchObject({ code });
  for (const other of [undefined, null, 404, ['emailUnknown'], {}]) {
    expect(statusError(404, { errors: ['No.'], code: other })).toEqual({
      ...{ kind: 'status', status: 404, messages: ['No.'] },
    });
  }
});
