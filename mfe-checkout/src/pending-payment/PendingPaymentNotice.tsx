import { configurationAtom, isOfflineAtom, Link, pathToAtom } from '@patchwork/shop';
import {
  type Checkout,
  formatRupees,
  MAX_LENGTH,
  type Order,
  type Result,
} from '@patchwork/shop/domain';
import {
  Button,
  buttonLook,
  FormError,
  isFocusLost,
  passFocusOn,
  Section,
  TextField,
} from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type FormEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { formatTime } from '../order/AddressLines.tsx';
import { withPaymentLock } from '../payment/payment-lock.ts';
import { isFocusLeftByPayment } from '../payment/provider.ts';
import { orderHistoryAtom } from '../state/orders.ts';
import {
  completePaymentAtom,
  discardPaymentAtom,
  failed,
  lookUpPaymentAtom,
  type PaymentState,
  pendingPaymentAtom,
  placeOrderAtom,
} from '../state/payment.ts';
import * as t from '../texts/pending.ts';
import styles from './PendingPaymentNotice.module.css';

/**
 * Returns the reason why this payment id can't complete an order: it is malformed, or has already paid for another
 * order. Undefined if there is no such reason.
 */
function problemWith(paymentId: string, orders: readonly Order[]): string | undefined {
  if (!/^pay_\w+$/.test(paymentId)) {
    return t.badId;
  }
  return orders.some(({ paymentReference }) => paymentReference === paymentId)
    ? t.usedId
    : undefined;
}

interface PaymentIdFormProps {
  onPaid: (paymentId: string) => void;
  unpaid: ReactNode;
}

/** Form that asks the shopper how a payment ended, shown if the shop can't look the payment up. */
function PaymentIdForm({ onPaid, unpaid }: PaymentIdFormProps) {
  const [problem, setProblem] = useState<string>();
  const orders = useAtomValue(orderHistoryAtom);

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault();
    const paymentId = String(new FormData(event.currentTarget).get('paymentId')).trim();
    const found = problemWith(paymentId, orders);
    setProblem(found);
    if (found === undefined) onPaid(paymentId);
  }

  return (
    <form noValidate onSubmit={submit} className={styles.form}>
      <TextField
        label={t.paymentId}
        name="paymentId"
        autoComplete="off"
        maxLength={MAX_LENGTH.id}
        error={problem}
        announceError
      />
      <div className={styles.actions}>
        <Button type="submit">{t.iPaid}</Button>
        {unpaid}
      </div>
    </form>
  );
}

const lookingUp: PaymentState = { name: 'looking-up' };

/** Looks a payment up as soon as no other tab has it open. */
function usePaymentState({ key, payment }: Checkout) {
  const store = useStore();
  const lookUp = useSetAtom(lookUpPaymentAtom);
  const { payment: config } = useAtomValue(configurationAtom);
  const isBlind = config.provider === 'razorpay' && payment.provider === 'simulator';
  const [attempt, setAttempt] = useState(1);
  const [state, setState] = useState<PaymentState>(lookingUp);
  const retry = useCallback(() => {
    setState(lookingUp);
    setAttempt((before) => before + 1);
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt looks it up anew.
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const find = async (): Promise<PaymentState> => {
      const found = await lookUp(key);
      if (!found.ok) return failed(found.error);
      return { name: isBlind && found.value === 'unpaid' ? 'unknown' : found.value };
    };
    void withPaymentLock(key, find, { signal })
      .catch(() => failed(t.notLookedUp))
      .then((found) => !signal.aborted && setState(found));
    return () => leaving.abort();
  }, [lookUp, isBlind, key, attempt]);

  const hasFailed = state.name === 'failed';
  useEffect(() => {
    if (!hasFailed) return;
    // Looks it up again when the shop can be reached again.
    return store.sub(isOfflineAtom, () => store.get(isOfflineAtom) || retry());
  }, [hasFailed, store, retry]);

  return { state, retry };
}

/** Moves the focus to the notice when the pressed button is removed. */
const passFocusToNotice = passFocusOn((leaving) => leaving.closest('section'));

/**
 * Whether a payment belongs to a former provider account of the shop: the API sends `keyId` only for the current one.
 */
const isAtOtherAccount = ({ payment: { provider, keyId } }: Checkout): boolean =>
  provider === 'razorpay' && keyId === undefined;

/**
 * Props about continuing a payment. `onContinue` continues the payment on this page; if absent, a link leads to
 * checkout instead. `problem` is the reason why the last attempt failed.
 */
interface ContinuationProps {
  problem?: string | undefined;
  onContinue?: ((payment: Checkout) => Promise<void>) | undefined;
}

interface ContinueProps extends ContinuationProps {
  payment: Checkout;
  children: string;
}

/** Button that continues the payment or, if this page can't, a link to checkout, which can. */
function Continue({ payment, onContinue, children }: ContinueProps) {
  const checkout = useAtomValue(pathToAtom)('checkout');
  return onContinue ? (
    <Button onClick={() => void onContinue(payment)}>{children}</Button>
  ) : (
    <Link to={checkout} {...buttonLook()}>
      {children}
    </Link>
  );
}

interface ActionsProps {
  payment: Checkout;
  state: 'paid' | 'unpaid';
  /** Whether the buttons are the bottom bar of a phone, far from the notice: the bar then says what they are about. */
  isBar: boolean;
  children: ReactNode;
}

const Actions = ({ payment, state, isBar, children }: ActionsProps) => (
  <div className={isBar ? `bottom-bar ${styles.actions}` : styles.actions}>
    {isBar && (
      // The notice says it to screen readers.
      <p aria-hidden="true" className={styles.subject}>
        {(state === 'paid' ? t.isPaid : t.isOpen)({ total: formatRupees(payment.total) })}
      </p>
    )}
    {children}
  </div>
);

interface SettlementProps extends ContinuationProps {
  payment: Checkout;
}

function Settlement({ payment, problem: failure, onContinue }: SettlementProps) {
  const { key } = payment;
  const { state, retry } = usePaymentState(payment);
  const placeOrder = useSetAtom(placeOrderAtom);
  const complete = useSetAtom(completePaymentAtom);
  const discardPayment = useSetAtom(discardPaymentAtom);
  /** Outcome of the last request that this notice sent. Before the first request, the page's own failure is shown. */
  const [sent, setSent] = useState<{ readonly problem?: string }>();
  const problem = sent ? sent.problem : failure;
  const isBar = onContinue !== undefined;
  const isSending = useRef(false);

  /** Sends one request at a time. After a failure, the shopper can try again. */
  const send = async (request: () => Promise<Result<void, string>>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setSent({});
    const result = await request();
    isSending.current = false;
    if (!result.ok) setSent({ problem: result.error });
    return result.ok;
  };
  const discard = async () => {
    const pressed = document.activeElement;
    if (!(await send(() => discardPayment(key)))) return;
    // The pressed button is removed with the notice, so the page's heading gets the focus.
    const isUnmoved = isFocusLost() || document.activeElement === pressed;
    if (isUnmoved) document.querySelector<HTMLElement>('h1')?.focus();
  };

  if (state.name === 'looking-up') {
    return (
      <>
        <p role="status">{t.lookingUp}</p>
        <FormError message={problem} />
      </>
    );
  }
  if (state.name === 'paid') {
    return (
      <>
        <p>{t.wentThrough}</p>
        <FormError message={problem} />
        <Actions payment={payment} isBar={isBar} state="paid">
          <Button onClick={() => void complete(key)}>{t.complete}</Button>
        </Actions>
      </>
    );
  }
  if (state.name === 'unpaid') {
    return (
      <>
        <p>{isAtOtherAccount(payment) ? t.otherAccount : t.notCharged}</p>
        <FormError message={problem} />
        <Actions payment={payment} isBar={isBar} state="unpaid">
          {!isAtOtherAccount(payment) && (
            <Continue payment={payment} onContinue={onContinue}>
              {payment.payment.provider === 'cod' ? t.placeOrder : t.continuePaying}
            </Continue>
          )}
          <Button variant="quiet" onClick={() => void discard()}>
            <span>
              {t.discard({
                hidden: (text) => <span className="visually-hidden">{text}</span>,
              })}
            </span>
          </Button>
        </Actions>
      </>
    );
  }
  if (state.name === 'failed') {
    return (
      <div ref={passFocusToNotice} className={styles.settlement}>
        <FormError message={state.problem} />
        <Button variant="quiet" onClick={retry}>
          {t.tryAgain}
        </Button>
      </div>
    );
  }
  return (
    <>
      <p>{t.cannotSee}</p>
      <FormError message={problem} />
      <PaymentIdForm
        onPaid={(paymentId) => void send(() => placeOrder({ key, paymentId, signature: '' }))}
        unpaid={
          <>
            <Continue payment={payment} onContinue={onContinue}>
              {t.didNotPay}
            </Continue>
            <Button variant="quiet" onClick={() => void discard()}>
              {t.didNotPayDiscard}
            </Button>
          </>
        }
      />
    </>
  );
}

function takeFocus(notice: HTMLElement | null): void {
  if (isFocusLeftByPayment()) notice?.focus();
}

/** Notice that asks the shopper to settle the open payment, if there is one. */
export function PendingPaymentNotice(continuation: ContinuationProps) {
  const payment = useAtomValue(pendingPaymentAtom);
  if (!payment) return null;
  const pieces = payment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Section
      title={t.heading}
      tabIndex={-1}
      className={styles.notice}
      ref={continuation.problem === undefined ? undefined : takeFocus}
    >
      <p>
        {t.openedOn({
          total: formatRupees(payment.total),
          pieces,
          time: formatTime(payment.openedAt),
        })}
      </p>
      <div className={styles.settlement}>
        <Settlement key={payment.key} payment={payment} {...continuation} />
      </div>
    </Section>
  );
}
