import { type ApiError, describeError, servicesAtom, sessionAtom } from '@patchwork/shop';
import { ASK_EMAIL, MAX_LENGTH, parseEmail, type Result } from '@patchwork/shop/domain';
import { Button, FormError, TextField } from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useState } from 'react';
import { alertOfferAtom, alertsAtom } from '../../state/stock-alerts.ts';
import * as t from '../../texts/stockAlert.ts';
import { AlertPlace } from './AlertPlace.tsx';
import styles from './StockAlert.module.css';

interface StockAlertProps {
  readonly productId: string;
}

/** Sends one request at a time, and keeps the reason of a refusal. */
function useRequest() {
  const [isSending, setIsSending] = useState(false);
  const [problem, setProblem] = useState<string>();
  async function send<T>(request: () => Promise<Result<T, ApiError>>, done: (value: T) => void) {
    if (isSending) return;
    setIsSending(true);
    setProblem(undefined);
    const answer = await request();
    setIsSending(false);
    if (answer.ok) done(answer.value);
    else setProblem(describeError(answer.error));
  }
  return { isSending, problem, setProblem, send };
}

const focusField = (form: HTMLFormElement | null) => form?.querySelector('input')?.focus();

/** Button that opens a form for an address, which a mail asks to confirm. */
function VisitorAlert({ productId }: StockAlertProps) {
  const { api } = useAtomValue(servicesAtom);
  const { data, isError } = useAtomValue(alertOfferAtom);
  const [isOpen, setIsOpen] = useState(false);
  const { isSending, problem, setProblem, send } = useRequest();
  const [sentTo, setSentTo] = useState<string>();

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const field = event.currentTarget.elements.namedItem('email') as HTMLInputElement;
    const email = parseEmail(field.value);
    if (email === undefined) {
      setProblem(field.value.trim() === '' ? t.enterEmail : ASK_EMAIL);
      field.focus();
      return;
    }
    void send(
      () => api.askStockAlert({ productId, body: { email } }),
      () => setSentTo(email),
    );
  }

  if (!data) return isError ? null : <AlertPlace />;
  if (!data.isOffered) return null;
  if (!isOpen) {
    return (
      <div className={styles.alert}>
        <Button variant="quiet" onClick={() => setIsOpen(true)}>
          {t.heading}
        </Button>
      </div>
    );
  }
  if (sentTo !== undefined) {
    return (
      <p role="status" className={styles.alert}>
        {t.mailSent({ email: sentTo })}
      </p>
    );
  }
  return (
    <form
      ref={focusField}
      noValidate
      aria-busy={isSending}
      className={styles.alert}
      onSubmit={onSubmit}
    >
      <TextField
        label={t.emailLabel}
        name="email"
        type="email"
        maxLength={MAX_LENGTH.email}
        autoComplete="email"
        error={problem}
        announceError
      />
      <Button variant="quiet" type="submit">
        {t.heading}
      </Button>
    </form>
  );
}

/** Button with which a shopper waits for the product, or withdraws. */
function ShopperAlert({ productId }: StockAlertProps) {
  const { api } = useAtomValue(servicesAtom);
  const email = useAtomValue(sessionAtom)?.user.email;
  const { data, isError } = useAtomValue(alertsAtom);
  const setAlerts = useSetAtom(alertsAtom);
  const { isSending, problem, send } = useRequest();
  if (!data) return isError ? null : <AlertPlace />;
  if (!data.isOffered) return null;
  const alert = data.alerts.find((each) => each.productId === productId);
  const said = (alert?.isConfirmed ? t.willWrite : t.mailSent)({ email: email ?? '' });
  const change = () =>
    send(
      () => (alert ? api.removeStockAlert({ productId }) : api.addStockAlert({ productId })),
      (changed) => void setAlerts(() => changed),
    );
  return (
    <div className={styles.alert}>
      <p role="status">{alert && said}</p>
      <Button variant="quiet" aria-busy={isSending} onClick={() => void change()}>
        {alert ? t.dontTell : t.heading}
      </Button>
      <FormError message={problem} />
    </div>
  );
}

/** Offers a mail when a product is in stock again, in a shop that can send mails. */
export function StockAlert({ productId }: StockAlertProps) {
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  return isLoggedIn ? (
    <ShopperAlert productId={productId} />
  ) : (
    <VisitorAlert productId={productId} />
  );
}
