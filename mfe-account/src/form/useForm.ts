import { err, type Result } from '@patchwork/shop/domain';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/** Normalized values to send or, if invalid, a message for the form and for each invalid field. */
export type Validated<Values> = Result<
  Values,
  { readonly message: string; readonly errors: FieldErrors<Values> }
>;

/** Reason for a refusal by the server, and the field that it is about, if it is about one. */
export interface Refusal<Values> {
  readonly message: string;
  readonly field?: keyof Values & string;
}

interface FormRules<Values> {
  /** Names of the inputs, in the form's order. */
  readonly fields: readonly (keyof Values & string)[];
  validate: (values: Values) => Validated<Values>;
  send: (values: Values) => Promise<Result<unknown, string | Refusal<Values>>>;
}

/**
 * Sends one submission at a time. Ignores others while one is in progress, and after one has succeeded, because the
 * next page may take a moment to appear.
 */
function useSubmission() {
  const [pending, setPending] = useState(false);
  const [message, setMessage] = useState<string>();
  const closed = useRef(false);

  function refuse(failure: string | undefined): void {
    closed.current = false;
    setPending(false);
    setMessage(failure);
  }

  /** `send` resolves to the reason of a refusal; undefined if a field shows it. */
  async function submit(send: () => Promise<Result<unknown, string | undefined>>): Promise<void> {
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
      void submit(() => send(form, valid.value));
      return;
    }
    refuse(valid.error.message);
    focusInvalid(form);
  }

  /** Sends the form. Shows a refusal that is about one field at that field, which gets the focus. */
  async function send(
    form: HTMLFormElement,
    values: Values,
  ): Promise<Result<unknown, string | undefined>> {
    const sent = await rules.send(values);
    if (sent.ok) return sent;
    const { message, field } =
      typeof sent.error === 'string' ? { message: sent.error, field: undefined } : sent.error;
    if (field === undefined) return err(message);
    flushSync(() => setErrors({ [field]: message } as FieldErrors<Values>));
    focusInvalid(form);
    return err(undefined);
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

const focusInvalid = (form: HTMLFormElement): void =>
  form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();

function readFields<Values>(
  form: HTMLFormElement,
  fields: readonly (keyof Values & string)[],
): Values {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((name) => [name, data.get(name) ?? ''])) as Values;
}
