import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateLogin, validateSignup } from './auth-form.ts';

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
  const forms = fc.record({ name: texts, email: texts, password: texts, confirmPassword: texts });
  const message = 'All fields are mandatory, and the password and confirm password should match.';
  fc.assert(
    fc.property(forms, (form) => {
      const { name, email, password, confirmPassword } = form;
      const isConfirmed = confirmPassword !== '' && confirmPassword === password;
      const wrong = [
        ...(name.trim() === '' ? ['name'] : []),
        ...(email.trim() === '' ? ['email'] : []),
        ...(password === '' ? ['password'] : []),
        ...(isConfirmed ? [] : ['confirmPassword']),
      ];
      const result = validateSignup(form);
      expect(result.ok ? [] : Object.keys(result.error.errors)).toEqual(wrong);
      if (!result.ok) expect(result.error.message).toBe(message);
    }),
  );
});

test('a confirmation that differs in case is the only field to correct', () => {
  expect(validateSignup({ ...good, confirmPassword: ' Secret ' })).toMatchObject({
    error: { errors: { confirmPassword: 'This is not the same password.' } },
  });
});
