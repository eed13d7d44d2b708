import { Button, TextField } from '@patchwork/shop/ui';
import { type FormEvent, useState } from 'react';
import { Form, PasswordField } from './Form.tsx';

const fields = (error?: string) => (
  <>
    <TextField label="Email" name="email" error={error} />
    <PasswordField name="password" autoComplete="current-password" error={undefined} />
    <Button type="submit">Login</Button>
  </>
);

/** Form that shows an error when it is submitted. */
export function RefusedOnSubmit() {
  const [isRefused, setRefused] = useState(false);
  function refuse(event: FormEvent): void {
    event.preventDefault();
    setRefused(true);
  }
  return (
    <Form message={isRefused ? 'Please enter both the fields.' : undefined} onSubmit={refuse}>
      {fields(isRefused ? 'Enter your email.' : undefined)}
    </Form>
  );
}

export const UnderWay = () => (
  <Form message={undefined} aria-busy onSubmit={(event) => event.preventDefault()}>
    {fields()}
  </Form>
);
