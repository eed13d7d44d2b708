import type { Result } from '@patchwork/shop/domain';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** Normalized values to send or, if invalid, a message for the form and for each invalid field. */
export type Validated<Values> = Result<
  Values,
  { readonly message: string; readonly errors: FieldErrors<Values> }
>;

interface FormRules<Values> {
  /** Names of the inputs, in the form's order. */
  readonly fields: readonly (keyof Values & string)[];
  validate: (values: Values) => Validated<Values>;
  send: (values: Values) => Promise<Result<unknown, string>>;
}

/**
 * Sends one submission at a time. Ignores others while one is in progress, and after one has succeeded, because the
 * next page may take a moment to appear.
 */
function useSubmission() {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const closed = useRef(false);

  function refuse(failure: string): void {
    closed.current = false;
    setPending(false);
    setMessage(failure);
  }

  async function submit(send: () => Promise<Result<unknown, string>>): Promise<void> {
    if (closed.current) return;
    closed.current = true;
    setPending(true);
    // Removes the message first, so that screen readers announce an identical one again.
    setMessage(undefined);
    const result = await send();
    if (!result.ok) refuse(result.error);
  }

  return { pending, message, submit, refuse };
}

/** Reads, validates and sends a form of text fields. After a failure the typed values stay. */
export function useForm<Values extends { readonly [Name in keyof Values]: string }>(
  rules: FormRules<Values>,
) {
  const { pending, message, submit, refuse } = useSubmission();
  const [errors, setErrors] = useState<FieldErrors<Values>>({});

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const valid = rules.validate(readFields(form, rules.fields));
    // Renders the errors before moving the focus, so that screen readers read the field together with its error.
    flushSync(() => setErrors(valid.ok ? {} : valid.error.errors));
    if (valid.ok) {
      void submit(() => rules.send(valid.value));
      return;
    }
    refuse(valid.error.message);
    form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  /** Removes a field's error when the field is edited. */
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const corrected = rules.fields.find(
      (name) => target instanceof HTMLInputElement && target.name === name,
    );
    if (corrected !== undefined) setErrors(({ [corrected]: _, ...rest }) => rest as typeof errors);
  }

  return { errors, message, pending, submit, form: { onSubmit, onInput, 'aria-busy': pending } };
}

function readFields<Values>(
  form: HTMLFormElement,
  fields: readonly (keyof Values & string)[],
): Values {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((name) => [name, data.get(name) ?? ''])) as Values;
}
