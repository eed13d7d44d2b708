import { useState } from 'react';
import { Button } from './Button.tsx';
import { FormError } from './FormError.tsx';
import { TextField } from './TextField.tsx';

export const Empty = () => <TextField label="Email" name="email" error={undefined} />;

export const Filled = () => (
  <TextField label="Email" name="email" defaultValue="asha@patchwork.example" error={undefined} />
);

export const WithError = () => <TextField label="Email" name="email" error="Enter your email." />;

export const WithAction = () => (
  <TextField
    label="Password"
    name="password"
    type="password"
    error={undefined}
    action={() => <Button variant="quiet">Show</Button>}
  />
);

/** A FormError scrolls into view when it appears, so the gallery shows it only on demand. */
export function ErrorOfTheForm() {
  const [message, setMessage] = useState<string>();
  return (
    <>
      <Button onClick={() => setMessage('Please enter both the fields.')}>Show the error</Button>
      <FormError message={message} />
    </>
  );
}
