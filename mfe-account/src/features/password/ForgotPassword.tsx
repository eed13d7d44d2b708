import { describeError, Link, pathToAtom, servicesAtom } from '@patchwork/shop';
import { err, MAX_LENGTH, ok } from '@patchwork/shop/domain';
import { Button, passFocusToHeading, TextField } from '@patchwork/shop/ui';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { validateEmail } from '../../form/email-form.ts';
import { Form, FormPage } from '../../form/Form.tsx';
import { useForm } from '../../form/useForm.ts';

/** Page that requests a mail with a link for a new password. It doesn't reveal which emails have an account. */
export function ForgotPassword() {
  const pathTo = useAtomValue(pathToAtom);
  const { api } = useAtomValue(servicesAtom);
  const [sentTo, setSentTo] = useState<string>();
  const { errors, message, form } = useForm({
    fields: ['email'],
    validate: validateEmail,
    send: async (body) => {
      const asked = await api.askPasswordReset({ body });
      if (!asked.ok) return err(describeError(asked.error));
      setSentTo(body.email);
      return ok(undefined);
    },
  });
  return (
    <FormPage
      heading="Forgot your password?"
      introduction={
        <>
          <p>We send you a link with which you choose another one. It works for an hour.</p>
          <p>
            You remember it? <Link to={pathTo('login')}>Login</Link>
          </p>
        </>
      }
    >
      {sentTo === undefined ? (
        <Form {...form} ref={passFocusToHeading} message={message}>
          <TextField
            label="Email"
            name="email"
            type="email"
            maxLength={MAX_LENGTH.email}
            autoComplete="username"
            error={errors.email}
          />
          <Button type="submit">Send the link</Button>
        </Form>
      ) : (
        <p role="status" className="sheet">
          If there is an account with {sentTo}, a mail is on its way. Look into the folder for spam,
          too.
        </p>
      )}
    </FormPage>
  );
}
