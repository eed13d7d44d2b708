import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateSignup } from '../../auth-form.ts';
import { explainSignup } from './explain-signup.ts';

const typed = fc.constantFrom('', '  ', 'asha', ' asha@patchwork.example ');
const forms = fc.record({ name: typed, email: typed, password: typed, confirmPassword: typed });

test('a form is refused exactly when one of its fields has an error', () => {
  fc.assert(
    fc.property(forms, (form) => {
      expect(Object.keys(explainSignup(form)).length === 0).toBe(validateSignup(form).ok);
    }),
  );
});

test('a different confirmation is the only field to correct', () => {
  const form = { name: 'Asha', email: 'a@b.example', password: 'one', confirmPassword: 'two' };
  expect(explainSignup(form)).toEqual({ confirmPassword: 'This is not the same password.' });
});
