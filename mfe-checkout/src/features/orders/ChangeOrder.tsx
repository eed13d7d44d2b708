import { toast } from '@patchwork/shop';
import {
  formatRupees,
  lineState,
  lineTotal,
  type Order,
  orderStatus,
} from '@patchwork/shop/domain';
import { Button, FormError, isFocusLost, passFocusOn } from '@patchwork/shop/ui';
import { useSetAtom } from 'jotai';
import { type FormEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatTime } from '../../order/AddressLines.tsx';
import { changeOrderAtom } from '../../state/orders.ts';
import * as t from '../../texts/orders.ts';
import styles from './Orders.module.css';

/** Texts that depend on the sum that goes back, formatted. */
interface SumTexts {
  readonly done: (sum: string) => string;
  readonly promise: (sum: string) => string;
}

const texts = {
  cancel: {
    button: t.cancelOpen,
    legend: t.cancelLegend,
    submit: t.cancelSubmit,
    keep: t.cancelKeep,
    none: t.cancelNone,
    done: (sum: string) => t.cancelDone({ sum }),
    promise: (sum: string) => t.cancelPromise({ sum }),
  },
  return: {
    button: t.returnOpen,
    legend: t.returnLegend,
    submit: t.returnSubmit,
    keep: t.returnKeep,
    none: t.returnNone,
    done: (sum: string) => t.returnDone({ sum }),
    promise: (sum: string) => t.returnPromise({ sum }),
  },
} as const;

/** Texts about an order with cash on delivery, which no account has paid. */
const cashTexts: Record<keyof typeof texts, SumTexts> = {
  cancel: { done: () => t.cashCancelDone, promise: () => t.cashCancelPromise },
  return: {
    done: (sum) => t.cashReturnDone({ sum }),
    promise: (sum) => t.cashReturnPromise({ sum }),
  },
};

const textsOf = (type: keyof typeof texts, { cashOnDelivery }: Order) => ({
  ...texts[type],
  ...(cashOnDelivery && cashTexts[type]),
});

/** Reasons as the shop's staff read them, in English, with the shopper's texts. */
const reasons = [
  ['Too small', t.tooSmall],
  ['Too large', t.tooLarge],
  ['Not as described', t.notAsDescribed],
  ['Damaged', t.damaged],
  ['Changed my mind', t.changedMyMind],
] as const;

/**
 * Returns the change that an order's lines currently allow: 'cancel' until the order is packed, 'return' from its
 * arrival until `returnUntil`; otherwise undefined.
 */
function possibleChange(order: Order): keyof typeof texts | undefined {
  const isLeft = order.lines.some(({ product }) => lineState(order, product.id) === 'bought');
  if (!isLeft) return undefined;
  if (orderStatus(order) === 'placed') return 'cancel';
  return order.returnUntil !== null && Date.parse(order.returnUntil) > Date.now()
    ? 'return'
    : undefined;
}

/** Focuses the first checkbox when a button press opens the form. */
function takeFocus(input: HTMLInputElement | null): void {
  if (isFocusLost()) input?.focus();
}

/** Moves the focus to the order's heading when the possible change is replaced by another or ends. */
const passFocusToOrder = passFocusOn((leaving) => leaving.closest('article')?.querySelector('h2'));

interface ChangeOrderProps {
  order: Order;
}

interface ChangeFormProps extends ChangeOrderProps {
  type: keyof typeof texts;
  onProblem: (problem: string | undefined) => void;
  onKeep: () => void;
  /** Called after the change, with the order's element and the sum that goes back, formatted. */
  onDone: (shown: Element | null, sum: string) => void;
}

/**
 * Form that selects the lines to cancel or return. For a cancellation, or if there is only one line, all are selected
 * initially.
 */
function ChangeForm({ order, type, onProblem, onKeep, onDone }: ChangeFormProps) {
  const lines = order.lines.filter(({ product }) => lineState(order, product.id) === 'bought');
  const text = textsOf(type, order);
  const reasonId = useId();
  const reasonField = useRef<HTMLSelectElement>(null);
  const change = useSetAtom(changeOrderAtom);
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    type === 'cancel' || lines.length === 1 ? lines.map(({ product }) => product.id) : [],
  );
  const [isBusy, setIsBusy] = useState(false);
  // A ticked line is hidden once another tab has cancelled it.
  const chosen = lines.filter(({ product }) => ticked.includes(product.id));
  const sum = chosen.reduce((total, line) => total + lineTotal(line), 0);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (chosen.length === 0) return onProblem(text.none);
    const products = chosen.map(({ product }) => product.id);
    const reason = reasonField.current?.value ?? '';
    if (type === 'return' && reason === '') {
      reasonField.current?.focus();
      return onProblem(t.pleaseChooseReason);
    }
    onProblem(undefined);
    setIsBusy(true);
    // Looked up before the order changes, which may remove this form.
    const shown = event.currentTarget.closest('article');
    const changed = await change({
      id: order.id,
      change: type === 'cancel' ? { type, products } : { type, products, reason },
    });
    setIsBusy(false);
    if (changed.ok) onDone(shown, formatRupees(sum));
    else onProblem(changed.error);
  }

  return (
    <form className={styles.change} onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{text.legend}</legend>
        {lines.map(({ product, quantity }, index) => (
          <label key={product.id} className={styles.choice}>
            <input
              ref={index === 0 ? takeFocus : undefined}
              type="checkbox"
              checked={ticked.includes(product.id)}
              onChange={({ target }) =>
                setTicked((before) =>
                  target.checked
                    ? [...before, product.id]
                    : before.filter((id) => id !== product.id),
                )
              }
            />
            {quantity > 1 && `${quantity} × `}
            {product.title}
          </label>
        ))}
      </fieldset>
      {type === 'return' && (
        <p className={styles.reason}>
          <label htmlFor={reasonId}>{t.reason}</label>
          <select ref={reasonField} id={reasonId} defaultValue="">
            <option value="" disabled>
              {t.chooseReason}
            </option>
            {reasons.map(([reason, text]) => (
              <option key={reason} value={reason}>
                {text}
              </option>
            ))}
          </select>
        </p>
      )}
      {sum > 0 && <p aria-live="polite">{text.promise(formatRupees(sum))}</p>}
      <div className={styles.buttons}>
        <Button type="submit" size="small" aria-busy={isBusy}>
          {text.submit}
        </Button>
        <Button variant="quiet" size="small" onClick={onKeep}>
          {text.keep}
        </Button>
      </div>
    </form>
  );
}

export function ChangeOrder({ order }: ChangeOrderProps) {
  const possible = possibleChange(order);
  const opener = useRef<HTMLButtonElement>(null);
  /** Change whose form is open. The form closes when that change is no longer possible. */
  const [opened, setOpened] = useState<keyof typeof texts>();
  const [problem, setProblem] = useState<string>();
  if (!possible && problem === undefined) return null;

  function open(type: keyof typeof texts | undefined): void {
    setOpened(type);
    setProblem(undefined);
  }

  function close(): void {
    flushSync(() => open(undefined));
    if (isFocusLost()) opener.current?.focus();
  }

  /** Shows the change: the order's title, with its state below, and a toast with the sum. */
  function finish(type: keyof typeof texts, shown: Element | null, sum: string): void {
    const title = shown?.querySelector('h2');
    flushSync(() => open(undefined));
    title?.focus({ preventScroll: true });
    title?.scrollIntoView({ block: 'start' });
    toast.success(textsOf(type, order).done(sum));
  }

  const isOpen = possible !== undefined && opened === possible;
  return (
    // The key removes the pressed button, so that pressing it again does not do the other change.
    <div
      key={possible}
      ref={passFocusToOrder}
      className={isOpen || problem !== undefined ? styles.open : undefined}
    >
      {isOpen && (
        <ChangeForm
          order={order}
          type={possible}
          onProblem={setProblem}
          onKeep={close}
          onDone={(shown, sum) => finish(possible, shown, sum)}
        />
      )}
      {possible && !isOpen && (
        <Button ref={opener} variant="quiet" size="small" onClick={() => open(possible)}>
          <span>
            {texts[possible].button({
              time: formatTime(order.placedAt),
              hidden: (text) => <span className="visually-hidden">{text}</span>,
            })}
          </span>
        </Button>
      )}
      <FormError message={problem} />
    </div>
  );
}
