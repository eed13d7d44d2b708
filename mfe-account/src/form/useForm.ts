import type { Result } from '@patchwork/shop/domain';
import { type FormEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Sentences that say what to correct, by field. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

/**
 * The normalized values to send, or the reason why they can't be sent: a sentence for the form, and one for each
 * field to correct.
 */
export type Validated<Values> = Result<
  Values,
  { readonly message: string; readonly errors: FieldErrors<Values> }
>;

interface FormRules<Values> {
  /** The names of the inputs, in the order of the form. */
  readonly fields: readonly (keyof Values & string)[];
  validate: (values: Values) => Validated<Values>;
  send: (values: Values) => Promise<Result<unknown, string>>;
}

/**
 * Sends one submission at a time. Another one is ignored while the first is under way, and after it succeeded:
 * the next page may take a short time to appear.
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
    // The message is removed first, so that a screen reader announces the same message a second time.
    setMessage(undefined);
    const result = await send();
    if (!result.ok) refuse(result.error);
  }

  return { pending, message, submit, refuse };
}

/** Reads, validates and sends a form of text fields. A form that fails stays as it was typed. */
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
    // Errors are rendered before the focus moves: a screen reader then reads the field together with its error.
    flushSync(() => setErrors(valid.ok ? {} : valid.error.errors));
    if (valid.ok) {
      void submit(() => rules.send(valid.value));
      return;
    }
    refuse(valid.error.message);
    form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  /** Removes the error of a field as soon as the field is edited. */
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
