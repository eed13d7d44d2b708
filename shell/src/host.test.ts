import { redirectFor } from '@patchwork/domain';
import { expect, test } from 'vitest';
import { redirects } from '../shell.json';

test('shell.json tells the release gate where the guard redirects to', () => {
  expect(redirects).toEqual({
    login: redirectFor('login', false),
    visitor: redirectFor('visitor', true),
  });
});
