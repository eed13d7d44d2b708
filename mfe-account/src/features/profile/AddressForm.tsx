import { storedValueAtom } from '@patchwork/shop';
import {
  type Address,
  type AddressFields,
  err,
  MAX_LENGTH,
  type Result,
  validateAddress,
} from '@patchwork/shop/domain';
import { Button, TextField } from '@patchwork/shop/ui';
import { useAtom } from 'jotai';
import { type ComponentProps, useId, useLayoutEffect, useRef, useState } from 'react';
import { Form } from '../../form/Form.tsx';
import { useForm, type Validated } from '../../form/useForm.ts';
import styles from './AddressBook.module.css';

/**
 * Address that is being sent. If the session ends meanwhile, the address's form shows it after the next login. A new
 * address has the id ''.
 */
const unsavedAddressAtom = storedValueAtom<Address | null>({
  name: 'unsaved-address',
  scope: 'tab',
  version: 1,
  parse(value) {
    const valid = validateAddress(Object(value));
    return valid.ok ? { id: String(Object(value).id), ...valid.value } : null;
  },
  empty: null,
});

interface ProgressProps {
  /** Current action, such as “Saving…”; '' for none. */
  text: string;
}

/**
 * Progress text beside an address's buttons. Its space is always reserved, so that nothing moves. Hidden from screen
 * readers, because the page's status line announces it.
 */
export const Progress = ({ text }: ProgressProps) => (
  <p aria-hidden="true" className={styles.progress}>
    {text}
  </p>
);

type FieldInput = Pick<
  ComponentProps<'input'>,
  'type' | 'inputMode' | 'autoComplete' | 'maxLength'
>;

const inputs: readonly (FieldInput & { name: keyof AddressFields; label: string })[] = [
  { name: 'name', label: 'Name', autoComplete: 'name', maxLength: MAX_LENGTH.name },
  {
    name: 'houseNumber',
    label: 'House number',
    autoComplete: 'address-line1',
    maxLength: MAX_LENGTH.houseNumber,
  },
  { name: 'street', label: 'Street', autoComplete: 'address-line2', maxLength: MAX_LENGTH.street },
  { name: 'city', label: 'City', autoComplete: 'address-level2', maxLength: MAX_LENGTH.city },
  { name: 'state', label: 'State', autoComplete: 'address-level1', maxLength: MAX_LENGTH.state },
  {
    name: 'pinCode',
    label: 'PIN code',
    autoComplete: 'postal-code',
    inputMode: 'numeric',
    maxLength: MAX_LENGTH.pinCode,
  },
  {
    name: 'mobile',
    label: 'Mobile number',
    type: 'tel',
    autoComplete: 'tel-national',
    inputMode: 'tel',
    maxLength: MAX_LENGTH.mobile,
  },
];

function validate(fields: AddressFields): Validated<AddressFields> {
  const valid = validateAddress(fields);
  return valid.ok
    ? valid
    : err({ message: 'Please correct the fields marked above.', errors: valid.error });
}

interface AddressFormProps {
  heading: string;
  /** The address to edit. Left out for a new one. */
  address?: Address;
  /** Whether to focus the first field when the form opens; true by default. */
  takesFocus?: boolean;
  onSave: (fields: AddressFields) => Promise<Result<void, string>>;
  /** Closes the form; null for a form that can't be closed and so has no button 'Cancel'. */
  onCancel: (() => void) | null;
}

export function AddressForm({
  heading,
  address,
  takesFocus = true,
  onSave,
  onCancel,
}: AddressFormProps) {
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  const [unsaved, setUnsaved] = useAtom(unsavedAddressAtom);
  const addressId = address?.id ?? '';
  const [initial] = useState(unsaved?.id === addressId ? unsaved : address);
  const { errors, message, pending, form } = useForm<AddressFields>({
    fields: inputs.map(({ name }) => name),
    validate,
    async send(fields) {
      setUnsaved({ id: addressId, ...fields });
      const saved = await onSave(fields);
      // Does nothing if the session has ended.
      setUnsaved(null);
      return saved;
    },
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the form opens.
  useLayoutEffect(() => {
    if (takesFocus) first.current?.focus();
  }, []);

  return (
    <Form {...form} message={message} aria-labelledby={id}>
      <h2 id={id} className={styles.heading}>
        {heading}
      </h2>
      <div className={styles.fields}>
        {inputs.map((input, index) => (
          <TextField
            {...input}
            key={input.name}
            ref={index === 0 ? first : undefined}
            // Read-only while sending, because text typed then would be lost. Not `disabled`, which would lose the
            // focus.
            readOnly={pending}
            defaultValue={initial?.[input.name]}
            error={errors[input.name]}
          />
        ))}
      </div>
      <div className={styles.actions}>
        <Button type="submit" aria-disabled={pending}>
          Save
        </Button>
        {onCancel && (
          <Button
            variant="quiet"
            aria-disabled={pending}
            onClick={() => {
              if (pending) return;
              setUnsaved(null);
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Progress text={pending ? 'Saving…' : ''} />
      </div>
    </Form>
  );
}
