import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateLogin } from './auth-form.ts';
import { validateEmail, validateSignup } from './email-form.ts';

const good = {
  name: 'Meera Nair',
  email: 'meera@example.in',
  password: ' secret ',
  confirmPassword: ' secret ',
};

test('names and emails are trimmed, passwords are not', () => {
  const { email, password } = good;
  expect(validateLogin({ email: ` ${email} `, password })).toMatchObject({
    value: { email, password },
  });
  const typed = { ...good, name: ' Meera Nair ', email: ` ${email}` };
  expect(validateSignup(typed)).toEqual({ ok: true, value: good });
});

const noAddress = 'Please enter your email as name@example.com.';

const texts = fc.constantFrom('', '  ', 'asha', ' asha@patchwork.example ');

test('a login is refused exactly when a field is empty, and that field has an error', () => {
  fc.assert(
    fc.property(fc.record({ email: texts, password: texts }), (form) => {
      const empty = [
        ...(form.email.trim() === '' ? ['email'] : []),
        ...(form.password === '' ? ['password'] : []),
      ];
      const result = validateLogin(form);
      expect(result.ok ? [] : Object.keys(result.error.errors)).toEqual(empty);
      if (!result.ok) expect(result.error.message).toBe('Please enter both the fields.');
    }),
  );
});

test('a signup is refused exactly when a field is empty or the passwords differ, and that field has an error', () => {
  const emails = fc.oneof(texts, fc.constantFrom('<a@shop.example>', 'a@shop.example;x'));
  const forms = fc.record({ name: texts, email: emails, password: texts, confirmPassword: texts });
  const mandatory = 'All fields are mandatory, and the password and confirm password should match.';
  fc.assert(
    fc.property(forms, (form) => {
      const { name, email, password, confirmPassword } = form;
      const isConfirmed = confirmPassword !== '' && confirmPassword === password;
      const wrong = [
        ...(name.trim() === '' ? ['name'] : []),
        ...(password === '' ? ['password'] : []),
        ...(isConfirmed ? [] : ['confirmPassword']),
      ];
      const result = validateSignup(form);
      const isEmail = email === ' asha@patchwork.example ';
      const faults = isEmail ? wrong : [...wrong, 'email'];
      expect(result.ok ? [] : Object.keys(result.error.errors)).toEqual(faults);
      const isOnlyNoAddress = !isEmail && email.trim() !== '' && wrong.length === 0;
      const message = isOnlyNoAddress ? noAddress : mandatory;
      if (!result.ok) expect(result.error.message).toBe(message);
    }),
  );
});

test('a mail is asked for with one plain address, and anything else is explained', () => {
  expect(validateEmail({ email: ' asha@patchwork.example ' })).toEqual({
    ok: true,
    value: { email: 'asha@patchwork.example' },
  });
  for (const [email, message] of [
    ['', 'Enter your email.'],
    ['asha', noAddress],
    ['x<a@shop.example>', noAddress],
    ['a\u200b@shop.example', noAddress],
  ] as const) {
    expect(validateEmail({ email })).toEqual({
      ok: false,
      error: { message, errors: { email: message } },
    });
  }
});

test('a password is confirmed by the same letters, composed or not', () => {
  const form = { ...good, password: 'cafe\u0301 2', confirmPassword: 'café\u00a02' };
  expect(validateSignup(form).ok).toBe(true);
});

test('a confirmation that differs in case is the only field to correct', () => {
  expect(validateSignup({ ...good, confirmPassword: ' Secret ' })).toMatchObject({
    error: { errors: { confirmPassword: 'This is not the same password.' } },
  });
});
