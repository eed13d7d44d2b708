import { describe, expect, test } from 'vitest';
import { validateLogin, validateSignup } from './auth-form.ts';

describe('validateLogin', () => {
  test('both fields filled pass, the email trimmed and the password untouched', () => {
    expect(validateLogin({ email: ' a@b.in ', password: ' secret ' })).toEqual({
      ok: true,
      value: { email: 'a@b.in', password: ' secret ' },
    });
  });

  test.each([
    ['', 'secret'],
    ['   ', 'secret'],
    ['a@b.in', ''],
    ['', ''],
  ])('email %j with password %j reports both', (email, password) => {
    expect(validateLogin({ email, password })).toEqual({
      ok: false,
      error: 'Please enter both the fields.',
    });
  });
});

describe('validateSignup', () => {
  const good = {
    name: 'Meera Nair',
    email: 'meera@example.in',
    password: 'secret',
    confirmPassword: 'secret',
  };
  const refusal = {
    ok: false,
    error: 'All fields are mandatory, and the password and confirm password should match.',
  };

  test('a complete form passes, name and email trimmed', () => {
    const typed = { ...good, name: ' Meera Nair ', email: ' meera@example.in' };
    expect(validateSignup(typed)).toEqual({ ok: true, value: good });
  });

  test.each(['name', 'email', 'password', 'confirmPassword'])('%s is mandatory', (field) => {
    expect(validateSignup({ ...good, [field]: '' })).toEqual(refusal);
  });

  test('two empty passwords match and are refused all the same', () => {
    expect(validateSignup({ ...good, password: '', confirmPassword: '' })).toEqual(refusal);
  });

  test('the passwords must be the same to the letter', () => {
    expect(validateSignup({ ...good, confirmPassword: 'Secret' })).toEqual(refusal);
  });
});
