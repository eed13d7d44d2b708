import { describeError, Link, pathToAtom, servicesAtom } from '@patchwork/shop';
import { err, ok } from '@patchwork/shop/domain';
import {
  Button,
  buttonLook,
  missingLink,
  passFocusToHeading,
  useFragmentValues,
} from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { validateNewPassword } from '../../form/auth-form.ts';
import styles from '../../form/Form.module.css';
import { Form, FormPage, NewPasswordFields } from '../../form/Form.tsx';
import { useForm } from '../../form/useForm.ts';

interface TokenProps {
  token: string | null | undefined;
}

function ResetWith({ token }: TokenProps) {
  const pathTo = useAtomValue(pathToAtom);
  const { api } = useAtomValue(servicesAtom);
  const [isDone, setIsDone] = useState(false);
  const { errors, message, form } = useForm({
    fields: ['password', 'confirmPassword'],
    validate: validateNewPassword,
    send: async ({ password }) => {
      if (!token) return err(missingLink);
      const set = await api.resetPassword({ body: { token, password } });
      if (!set.ok) return err(describeError(set.error));
      setIsDone(true);
      return ok(undefined);
    },
  });
  return (
    <FormPage
      heading="Choose another password"
      introduction={
        <>
          <p>With it you are logged out on every device.</p>
          <p>
            The link has expired? <Link to={pathTo('forgot-password')}>Ask for another one</Link>
          </p>
        </>
      }
    >
      {isDone ? (
        <div role="status" className={`sheet ${styles.form}`}>
          <p>Your password is changed.</p>
          <p>
            <Link to={pathTo('login')} {...buttonLook()}>
              Login
            </Link>
          </p>
        </div>
      ) : (
        <Form
          {...form}
          ref={passFocusToHeading}
          message={message ?? (token === null ? missingLink : undefined)}
        >
          <NewPasswordFields errors={errors} />
          <Button type="submit">Change password</Button>
        </Form>
      )}
    </FormPage>
  );
}

/** Page that sets a new password, with the token from a mailed link. */
export function ResetPassword() {
  const token = useFragmentValues('token')?.get('token');
  return <ResetWith key={token} token={token} />;
}
