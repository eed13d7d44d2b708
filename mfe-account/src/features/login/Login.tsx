import { Link, pathToAtom } from '@patchwork/shop';
import { demoAccount, err, MAX_LENGTH, type Result } from '@patchwork/shop/domain';
import { Button, TextField } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { validateLogin } from '../../form/auth-form.ts';
import styles from '../../form/Form.module.css';
import { Form, FormPage, PasswordField } from '../../form/Form.tsx';
import { useForm } from '../../form/useForm.ts';
import { loginAtom } from '../../state/session.ts';

export function Login() {
  const pathTo = useAtomValue(pathToAtom);
  const login = useSetAtom(loginAtom);
  const { errors, message, submit, form } = useForm({
    fields: ['email', 'password'],
    validate: validateLogin,
    send: login,
  });
  async function enterAsGuest(): Promise<Result<void, string>> {
    const entered = await login(demoAccount);
    return entered.ok ? entered : err(entered.error.message);
  }
  return (
    <FormPage
      heading="Login"
      introduction={
        <>
          <p>Your wishlist and your cart are kept with your account.</p>
          <p>
            New to Patchwork? <Link to={pathTo('signup')}>Sign up</Link>
          </p>
        </>
      }
    >
      <Form {...form} message={message}>
        <TextField
          label="Email"
          name="email"
          type="email"
          maxLength={MAX_LENGTH.email}
          autoComplete="username"
          error={errors.email}
          // The form's own message is announced otherwise.
          announceError={message === undefined}
        />
        <PasswordField
          name="password"
          autoComplete="current-password"
          error={errors.password}
          announceError={message === undefined}
        />
        <p className={styles.hint}>
          <Link to={pathTo('forgot-password')}>Forgot your password?</Link>
        </p>
        <div className={styles.actions}>
          <Button type="submit">Login</Button>
          <Button variant="quiet" onClick={() => submit(enterAsGuest)}>
            Login as Guest
          </Button>
          <p className={styles.hint}>
            All guests share one account, so keep personal details out of it.
          </p>
        </div>
      </Form>
    </FormPage>
  );
}
