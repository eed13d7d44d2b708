import fc from 'fast-check';
import { expect, test } from 'vitest';
import { explainLogin, explainSignup, validateLogin, validateSignup } from './auth-form.ts';

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
      const isComplete = form.email.trim() !== '' && form.password !== '';
      expect(validateLogin(form)).toMatchObject(
        isComplete ? { ok: true } : { ok: false, error: 'Please enter both the fields.' },
      );
      expect(Object.keys(explainLogin(form)).length === 0).toBe(isComplete);
    }),
  );
});

test('a signup is refused exactly when a field is empty or the passwords differ, and that field has an error', () => {
  const forms = fc.record({ name: texts, email: texts, password: texts, confirmPassword: texts });
  const error = 'All fields are mandatory, and the password and confirm password should match.';
  fc.assert(
    fc.property(forms, (form) => {
      const { name, email, password, confirmPassword } = form;
      const isFilled = name.trim() !== '' && email.trim() !== '' && password !== '';
      const isComplete = isFilled && password === confirmPassword;
      expect(validateSignup(form)).toMatchObject(isComplete ? { ok: true } : { ok: false, error });
      expect(Object.keys(explainSignup(form)).length === 0).toBe(isComplete);
    }),
  );
});

test('another confirmation, to the letter, is the only field to correct', () => {
  expect(explainSignup({ ...good, confirmPassword: ' Secret ' })).toEqual({
    confirmPassword: 'This is not the same password.',
  });
});
