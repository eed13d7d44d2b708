import fc from 'fast-check';
import { expect, test } from 'vitest';
import { validateLogin } from '../../auth-form.ts';
import { explainLogin } from './explain-login.ts';

const typed = fc.constantFrom('', '  ', 'asha', ' asha@patchwork.example ');

test('a form is refused exactly when one of its fields has an error', () => {
  fc.assert(
    fc.property(fc.record({ email: typed, password: typed }), (form) => {
      expect(Object.keys(explainLogin(form)).length === 0).toBe(validateLogin(form).ok);
    }),
  );
});
