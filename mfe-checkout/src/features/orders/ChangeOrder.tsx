import {
  formatRupees,
  type LineItem,
  lineNow,
  lineState,
  lineTotal,
  type Order,
  orderStatus,
} from '@patchwork/shop/domain';
import { Button, FormError, passFocusOn } from '@patchwork/shop/ui';
import { useSetAtom } from 'jotai';
import { type FormEvent, useRef, useState } from 'react';
import { formatTime } from '../../order/AddressLines.tsx';
import { returnableLines } from '../../order/exchange.ts';
import { changeOrderAtom } from '../../state/orders.ts';
import * as t from '../../texts/orders.ts';
import styles from './Orders.module.css';
import { ReasonField } from './ReasonField.tsx';
import { takeFocus, useOrderForm } from './useOrderForm.ts';

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

/** Texts about what was paid in cash, not by an account. */
const cashTexts: Record<keyof typeof texts, SumTexts> = {
  cancel: { done: () => t.cashCancelDone, promise: () => t.cashCancelPromise },
  return: {
    done: (sum) => t.cashReturnDone({ sum }),
    promise: (sum) => t.cashReturnPromise({ sum }),
  },
};

/** Returns the texts about these lines. A part of their price may have been paid at an exchange. */
function textsOf(type: keyof typeof texts, order: Order, lines: readonly LineItem[]) {
  const isCash =
    order.cashOnDelivery !== undefined ||
    lines.some((line) => lineTotal(lineNow(order, line)) > lineTotal(line));
  return { ...texts[type], ...(isCash && cashTexts[type]) };
}

/**
 * Returns the change that an order's lines currently allow, and these lines: 'cancel' until the order is packed, 'return'
 * from its arrival until the period is over; no change if there is no such line.
 */
function possibleChange(order: Order): {
  readonly possible: keyof typeof texts | undefined;
  readonly lines: readonly LineItem[];
} {
  const isPlaced = orderStatus(order) === 'placed';
  const lines = isPlaced
    ? order.lines.filter(({ product }) => lineState(order, product.id) === 'bought')
    : returnableLines(order);
  return { possible: lines.length === 0 ? undefined : isPlaced ? 'cancel' : 'return', lines };
}

/** Moves the focus to the order's heading when the possible change is replaced by another or ends. */
const passFocusToOrder = passFocusOn((leaving) => leaving.closest('article')?.querySelector('h2'));

interface ChangeOrderProps {
  order: Order;
}

interface ChangeFormProps extends ChangeOrderProps {
  type: keyof typeof texts;
  lines: readonly LineItem[];
  onProblem: (problem: string | undefined) => void;
  onKeep: () => void;
  /** Called after the change, with the order's element and what to say. */
  onDone: (shown: Element | null, text: string) => void;
}

/**
 * Form that selects the lines to cancel or return. For a cancellation, or if there is only one line, all are selected
 * initially.
 */
function ChangeForm({ order, type, lines, onProblem, onKeep, onDone }: ChangeFormProps) {
  const reasonField = useRef<HTMLSelectElement>(null);
  const change = useSetAtom(changeOrderAtom);
  const [ticked, setTicked] = useState<readonly string[]>(() =>
    type === 'cancel' || lines.length === 1 ? lines.map(({ product }) => product.id) : [],
  );
  const [isBusy, setIsBusy] = useState(false);
  // A ticked line is hidden once another tab has cancelled it.
  const chosen = lines.filter(({ product }) => ticked.includes(product.id));
  const text = textsOf(type, order, chosen);
  const sum = chosen.reduce((total, line) => total + lineTotal(lineNow(order, line)), 0);

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
    if (changed.ok) onDone(shown, text.done(formatRupees(sum)));
    else onProblem(changed.error);
  }

  return (
    <form className={styles.change} onSubmit={(event) => void submit(event)}>
      <fieldset>
        <legend>{text.legend}</legend>
        {lines.map((line, index) => {
          const { product, quantity } = line;
          return (
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
              {lineNow(order, line).product.title}
            </label>
          );
        })}
      </fieldset>
      {type === 'return' && <ReasonField field={reasonField} />}
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
  const { possible, lines } = possibleChange(order);
  // The form closes when its change is no longer possible.
  const { opener, opened, problem, setProblem, open, close, finish } =
    useOrderForm<keyof typeof texts>();
  if (!possible && problem === undefined) return null;

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
          lines={lines}
          onProblem={setProblem}
          onKeep={close}
          onDone={finish}
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
