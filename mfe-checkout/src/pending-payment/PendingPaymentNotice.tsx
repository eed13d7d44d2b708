import { configurationAtom, isOfflineAtom } from '@patchwork/shop';
import { type Checkout, formatRupees, type Order, type Result } from '@patchwork/shop/domain';
import {
  Button,
  FormError,
  isFocusLost,
  passFocusOn,
  Section,
  TextField,
} from '@patchwork/shop/ui';
import { useAtomValue, useSetAtom, useStore } from 'jotai';
import { type FormEvent, type Ref, useCallback, useEffect, useRef, useState } from 'react';
import { formatTime } from '../order/OrderDetails.tsx';
import { withPaymentLock } from '../payment/payment-lock.ts';
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
import styles from './PendingPaymentNotice.module.css';

/** Returns the reason why no order can be made with this ID; undefined if one can. One payment makes one order. */
function problemWith(paymentId: string, orders: readonly Order[]): string | undefined {
  if (!/^pay_\w+$/.test(paymentId)) {
    return 'Please enter the payment ID as Razorpay’s message has it: pay_ and letters or digits.';
  }
  return orders.some(({ paymentReference }) => paymentReference === paymentId)
    ? 'This payment has paid for another order of yours. Please look for the message of this one.'
    : undefined;
}

interface PaymentIdFormProps {
  onPaid: (paymentId: string) => void;
  onDiscard: () => void;
}

/** Asks the shopper about a payment that the shop can't look up. */
function PaymentIdForm({ onPaid, onDiscard }: PaymentIdFormProps) {
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
        label="Payment ID (it begins with pay_)"
        name="paymentId"
        autoComplete="off"
        error={problem}
        announceError
      />
      <div className={styles.actions}>
        <Button type="submit">I paid: complete the order</Button>
        <Button variant="quiet" onClick={onDiscard}>
          I did not pay: discard it
        </Button>
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
  const isBlind = config.provider === 'razorpay' && payment.provider !== 'razorpay';
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
      .catch(() => failed('The payment could not be looked up.'))
      .then((found) => !signal.aborted && setState(found));
    return () => leaving.abort();
  }, [lookUp, isBlind, key, attempt]);

  const hasFailed = state.name === 'failed';
  useEffect(() => {
    if (!hasFailed) return;
    // Looks it up again when the shop is reached again.
    return store.sub(isOfflineAtom, () => store.get(isOfflineAtom) || retry());
  }, [hasFailed, store, retry]);

  return { state, retry };
}

/** The pressed button is removed: the focus goes to the notice. */
const passFocusToNotice = passFocusOn((leaving) => leaving.closest('section'));

/** Whether a payment is at an account that the shop had before: the API names the key only of its own account. */
const isAtOtherAccount = ({ payment: { provider, keyId } }: Checkout): boolean =>
  provider === 'razorpay' && keyId === undefined;

const otherAccount =
  'The shop has changed its payment account since, and can’t see whether it went through. If you were charged, please contact the shop. If not, discard it.';

interface SettlementProps {
  payment: Checkout;
}

function Settlement({ payment }: SettlementProps) {
  const { key } = payment;
  const { state, retry } = usePaymentState(payment);
  const placeOrder = useSetAtom(placeOrderAtom);
  const complete = useSetAtom(completePaymentAtom);
  const discardPayment = useSetAtom(discardPaymentAtom);
  const [problem, setProblem] = useState<string>();
  const isSending = useRef(false);

  /** Sends one request at a time. A failed one can be tried again. */
  const send = async (request: () => Promise<Result<void, string>>): Promise<boolean> => {
    if (isSending.current) return false;
    isSending.current = true;
    setProblem(undefined);
    const result = await request();
    isSending.current = false;
    if (!result.ok) setProblem(result.error);
    return result.ok;
  };
  const discard = async () => {
    const pressed = document.activeElement;
    if (!(await send(() => discardPayment(key)))) return;
    // The pressed button is removed with the notice: the focus goes to the page's heading.
    const isUnmoved = isFocusLost() || document.activeElement === pressed;
    if (isUnmoved) document.querySelector<HTMLElement>('h1')?.focus();
  };

  if (state.name === 'looking-up') {
    return <p role="status">Looking it up… Is it open in another tab? Then finish it there.</p>;
  }
  if (state.name === 'paid') {
    return (
      <>
        <p>It went through, and its answer never reached the shop. You are not charged again.</p>
        <Button onClick={() => void complete(key)}>Complete the order</Button>
      </>
    );
  }
  if (state.name === 'unpaid') {
    return (
      <>
        <p>{isAtOtherAccount(payment) ? otherAccount : 'Nothing has been charged for it.'}</p>
        <FormError message={problem} />
        <Button variant="quiet" onClick={() => void discard()}>
          Discard this payment
        </Button>
      </>
    );
  }
  if (state.name === 'failed') {
    return (
      <div ref={passFocusToNotice} className={styles.settlement}>
        <FormError message={state.problem} />
        <Button variant="quiet" onClick={retry}>
          Try again
        </Button>
      </div>
    );
  }
  return (
    <>
      <p>
        The shop can’t see from here whether it went through. If you were charged, Razorpay’s
        message to you names the payment: the order is completed with it, and you don’t pay again.
      </p>
      <FormError message={problem} />
      <PaymentIdForm
        onPaid={(paymentId) => void send(() => placeOrder({ key, paymentId, signature: '' }))}
        onDiscard={() => void discard()}
      />
    </>
  );
}

interface PendingPaymentNoticeProps {
  ref?: Ref<HTMLElement>;
}

/** Asks the shopper to settle a payment while one is open. */
export function PendingPaymentNotice({ ref }: PendingPaymentNoticeProps) {
  const payment = useAtomValue(pendingPaymentAtom);
  if (!payment) return null;
  const pieces = payment.lines.reduce((sum, { quantity }) => sum + quantity, 0);
  return (
    <Section title="A payment is still open" ref={ref} tabIndex={-1} className={styles.notice}>
      <p>
        {formatRupees(payment.total)} for {pieces === 1 ? 'one piece' : `${pieces} pieces`}, opened
        on {formatTime(payment.openedAt)}.
      </p>
      <div className={styles.settlement}>
        <Settlement key={payment.key} payment={payment} />
      </div>
    </Section>
  );
}
