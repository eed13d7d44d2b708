import { Link, pathToAtom } from '@patchwork/shop';
import { MAX_LENGTH } from '@patchwork/shop/domain';
import { Button, TextField } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { validateSignup } from '../../form/email-form.ts';
import { Form, FormPage, NewPasswordFields } from '../../form/Form.tsx';
import { useForm } from '../../form/useForm.ts';
import { signupAtom } from '../../state/session.ts';

export function Signup() {
  const pathTo = useAtomValue(pathToAtom);
  const signup = useSetAtom(signupAtom);
  const { errors, message, form } = useForm({
    fields: ['name', 'email', 'password', 'confirmPassword'],
    validate: validateSignup,
    send: signup,
  });
  return (
    <FormPage
      heading="Sign up"
      introduction={
        <>
          <p>With an account, what you like and what you pick waits for you.</p>
          <p>
            Been here before? <Link to={pathTo('login')}>Login</Link>
          </p>
        </>
      }
    >
      <Form {...form} message={message}>
        <TextField
          label="Name"
          name="name"
          autoComplete="name"
          maxLength={MAX_LENGTH.name}
          error={errors.name}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          maxLength={MAX_LENGTH.email}
          autoComplete="email"
          error={errors.email}
        />
        <NewPasswordFields errors={errors} />
        <Button type="submit">Sign up</Button>
      </Form>
    </FormPage>
  );
}
