import type { Result } from '@patchwork/domain';
import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { useSubmission } from './useSubmission.ts';

/** One sentence for each field that needs correcting. */
export type FieldErrors<Values> = { readonly [Name in keyof Values]?: string };

interface FormRules<Values> {
  /** The names of the inputs, in the order in which they stand. */
  readonly fields: readonly (keyof Values & string)[];
  /** The values as they are to be sent, or the sentence for the whole form. */
  validate(values: Values): Result<Values, string>;
  /** Which fields keep `validate` from passing. */
  explain(values: Values): FieldErrors<Values>;
  send(values: Values): Promise<Result<unknown, string>>;
}

/** Reads, checks and sends a form of text fields. What was typed stays, whatever the outcome. */
export function useForm<Values extends { readonly [Name in keyof Values]: string }>(
  rules: FormRules<Values>,
) {
  const { pending, message, submit, refuse } = useSubmission();
  const [errors, setErrors] = useState<FieldErrors<Values>>({});

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (pending) return;
    const form = event.currentTarget;
    const values = readFields(form, rules.fields);
    const valid = rules.validate(values);
    const found = valid.ok ? {} : rules.explain(values);
    // Before the focus moves: a screen reader then reads the field together with its error.
    flushSync(() => setErrors(found));
    if (valid.ok) {
      void submit(() => rules.send(valid.value));
      return;
    }
    refuse(valid.error);
    form.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus();
  }

  /** A field that is being corrected is no longer called wrong. */
  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    const corrected = rules.fields.find(
      (name) => target instanceof HTMLInputElement && target.name === name,
    );
    if (corrected !== undefined) setErrors(({ [corrected]: _, ...rest }) => rest as typeof errors);
  }

  return { errors, message, submit, form: { onSubmit, onInput, 'aria-busy': pending } };
}

function readFields<Values>(
  form: HTMLFormElement,
  fields: readonly (keyof Values & string)[],
): Values {
  const data = new FormData(form);
  return Object.fromEntries(fields.map((name) => [name, data.get(name) ?? ''])) as Values;
}
