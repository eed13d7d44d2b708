import { changeSessionAtom, pathToAtom, serverData, servicesAtom, toast } from '@patchwork/shop';
import { mapResult, ok } from '@patchwork/shop/domain';
import { Button, FormError, isFocusLost, passFocusToHeading } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { validatePassword } from '../../form/auth-form.ts';
import { Form, PasswordField } from '../../form/Form.tsx';
import { useForm } from '../../form/useForm.ts';
import styles from './Profile.module.css';

const accountAtom = serverData(() => ({
  key: ['account'],
  scope: 'shopper',
  load: async (api, options) =>
    mapResult(await api.getAccount({}, options), ({ account }) => account),
}));

/** Text that says whether the email is confirmed and, if it isn't, a button to send the confirmation mail again. */
export function EmailState() {
  const { data } = useAtomValue(accountAtom);
  const { callApi } = useAtomValue(servicesAtom);
  const [state, setState] = useState<'asking' | 'sending' | 'sent'>('asking');

  async function send(): Promise<void> {
    if (state !== 'asking') return;
    setState('sending');
    const asked = await callApi((api) => api.askEmailConfirmation({}));
    setState(asked.ok ? 'sent' : 'asking');
    if (!asked.ok) toast.error(asked.error);
  }

  return (
    <span className={styles.emailState}>
      {data?.isEmailConfirmed === true && 'Confirmed'}
      {data?.isEmailConfirmed === false &&
        (state === 'sent' ? (
          <span role="status">A mail with a link is on its way.</span>
        ) : (
          <>
            Not confirmed{' '}
            <button
              type="button"
              ref={passFocusToHeading}
              className={styles.textButton}
              aria-busy={state === 'sending'}
              onClick={() => void send()}
            >
              Send the link again
            </button>
          </>
        ))}
    </span>
  );
}

function saveFile(name: string, value: unknown): void {
  const file = new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' });
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // The browser has started reading the file by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

interface DeleteFormProps {
  onCancel: () => void;
}

/** Form that asks for the password and deletes the account. Afterwards the shopper is logged out, on the home page. */
function DeleteForm({ onCancel }: DeleteFormProps) {
  const { callApi, navigate } = useAtomValue(servicesAtom);
  const pathTo = useAtomValue(pathToAtom);
  const changeSession = useSetAtom(changeSessionAtom);
  const { errors, message, form } = useForm({
    fields: ['password'],
    validate: validatePassword,
    send: async (body) => {
      const deleted = await callApi((api) => api.deleteAccount({ body }));
      if (!deleted.ok) return deleted;
      changeSession(null, 'erased');
      toast.success('Your account is deleted.');
      void navigate(pathTo('home'));
      return ok(undefined);
    },
  });
  return (
    <Form {...form} message={message}>
      <p>
        Your cart, your wishlist and your addresses are deleted at once, and you can’t log in any
        more. Your orders stay without your name, as the law asks for their sums.
      </p>
      <PasswordField name="password" autoComplete="current-password" error={errors.password} />
      <div className={styles.buttons}>
        <Button type="submit" variant="danger">
          Delete my account
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          Keep it
        </Button>
      </div>
    </Form>
  );
}

/** Buttons to download the shopper's data and to delete the account. */
export function AccountData() {
  const { callApi } = useAtomValue(servicesAtom);
  const [isDeleting, setIsDeleting] = useState(false);
  const [isDownloading, setIsDownloading] = useState(false);
  const [problem, setProblem] = useState<string>();
  const place = useRef<HTMLDivElement>(null);

  async function download(): Promise<void> {
    if (isDownloading) return;
    setIsDownloading(true);
    const exported = await callApi((api) => api.exportAccount({}));
    setIsDownloading(false);
    setProblem(exported.ok ? undefined : exported.error);
    if (exported.ok) saveFile('patchwork-my-data.json', exported.value.data);
  }

  function open(): void {
    flushSync(() => setIsDeleting(true));
    if (isFocusLost()) place.current?.querySelector('input')?.focus();
  }

  function cancel(): void {
    flushSync(() => setIsDeleting(false));
    if (isFocusLost()) place.current?.querySelector<HTMLElement>('button:last-of-type')?.focus();
  }

  return (
    <section aria-labelledby="my-data" className={styles.data} ref={place}>
      <h2 id="my-data">My data</h2>
      {isDeleting ? (
        <DeleteForm onCancel={cancel} />
      ) : (
        <div className={styles.buttons}>
          <Button
            variant="quiet"
            size="small"
            aria-busy={isDownloading}
            onClick={() => void download()}
          >
            Download my data
          </Button>
          <Button variant="quiet" size="small" onClick={open}>
            Delete my account
          </Button>
        </div>
      )}
      <FormError message={problem} />
    </section>
  );
}
