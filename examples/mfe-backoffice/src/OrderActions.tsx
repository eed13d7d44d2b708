import { findEvent, formatRupees, lineState } from '@patchwork/shop/domain';
import { Button, FormError, passFocusToHeading, Section, TextField } from '@patchwork/shop/ui';
import type { FormEvent, ReactNode } from 'react';
import type { Order, OrderAction } from './api.ts';
import styles from './backoffice.module.css';
import { describePiece, differenceOf, exchangeOf, priceNow, refundByHand } from './exchange.ts';
import { Field } from './Frame.tsx';

export type FormName =
  | 'pack'
  | 'ship'
  | 'deliver'
  | 'refuse'
  | 'return'
  | 'sendExchange'
  | 'completeExchange'
  | 'declineExchange'
  | 'cancel'
  | 'refund'
  | 'paidBack';

/** Error of a form: a validation error, a refusal or a failed request. */
export interface Problem {
  readonly form: FormName;
  readonly message: string;
}

/** Sends a form's action, or shows the validation message. Resolves to whether the action succeeded. */
type Send = (form: FormName, action: OrderAction | string) => Promise<boolean>;

interface ActionFormProps {
  name: FormName;
  /** Returns the action of the submitted form, or a validation message. */
  read: (fields: FormData, button: string) => OrderAction | string;
  problem: Problem | undefined;
  send: Send;
  children: ReactNode;
}

/** Form that shows errors below its fields. Input is kept until the action succeeds. */
function ActionForm({ name, read, problem, send, children }: ActionFormProps) {
  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const form = event.currentTarget;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const button = submitter instanceof HTMLButtonElement ? submitter.value : '';
    if (!(await send(name, read(new FormData(form), button)))) return;
    // Checked lines stay as they are, so that a line that was left out is not selected for the next action.
    for (const text of form.querySelectorAll('textarea')) text.value = '';
  }
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={(event) => void submit(event)}
      // When the form disappears, the focus moves to the page's heading.
      ref={passFocusToHeading}
    >
      {children}
      <FormError message={problem?.form === name ? problem.message : undefined} />
    </form>
  );
}

const textOf = (fields: FormData, name: string): string => String(fields.get(name) ?? '').trim();
const chosenIn = (fields: FormData): string[] => fields.getAll('product').map(String);

const noneChosen = 'Choose a product.';
const noReason = 'Enter a reason: the shopper reads it.';

/** Returns the carrier and the tracking link, or a validation message. */
function readParcel(
  fields: FormData,
): { readonly carrier: string; readonly trackingUrl?: string } | string {
  const carrier = textOf(fields, 'carrier');
  const trackingUrl = textOf(fields, 'tracking');
  if (carrier === '') return 'Enter the carrier.';
  if (trackingUrl === '') return { carrier };
  return /^https:\/\/[^\s/]+\S*$/.test(trackingUrl)
    ? { carrier, trackingUrl }
    : 'The tracking link must begin with https://';
}

function readShipping(fields: FormData): OrderAction | string {
  const parcel = readParcel(fields);
  return typeof parcel === 'string' ? parcel : { type: 'ship', ...parcel };
}

function readSending(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  if (products.length === 0) return noneChosen;
  const parcel = readParcel(fields);
  return typeof parcel === 'string' ? parcel : { type: 'sendExchange', products, ...parcel };
}

function readSwap(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  return products.length === 0 ? noneChosen : { type: 'completeExchange', products };
}

/** Returns what declines an exchange, or pays back: it needs a reason. */
const readWithReason =
  (type: 'declineExchange' | 'grantRefund') =>
  (fields: FormData): OrderAction | string => {
    const products = chosenIn(fields);
    const reason = textOf(fields, 'reason');
    if (products.length === 0) return noneChosen;
    return reason === '' ? noReason : { type, products, reason };
  };

function readVerdict(fields: FormData, verdict: string): OrderAction | string {
  const products = chosenIn(fields);
  if (products.length === 0) return noneChosen;
  if (verdict === 'accept') return { type: 'acceptReturn', products };
  const reason = textOf(fields, 'reason');
  return reason === '' ? noReason : { type: 'declineReturn', products, reason };
}

function readCancellation(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  return products.length === 0 ? noneChosen : { type: 'cancel', products };
}

function readPaidBack(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  const reference = textOf(fields, 'reference');
  if (products.length === 0) return noneChosen;
  return reference === ''
    ? 'Enter the reference of your transfer: the shopper reads it.'
    : { type: 'recordRefund', products, reference };
}

interface LineChoiceProps {
  legend: string;
  lines: Order['lines'];
  /** Whether all lines are checked initially. */
  isChosen: boolean;
  /** Says what happens with a line: its price, or the piece for which it is exchanged. */
  textOf: (line: Order['lines'][number]) => string;
}

const LineChoice = ({ legend, lines, isChosen, textOf: describe }: LineChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend>{legend}</legend>
    {lines.map((line) => (
      <label key={line._id}>
        <input type="checkbox" name="product" value={line._id} defaultChecked={isChosen} />
        <span>
          {line.qty > 1 && `${line.qty} × `}
          {line.title}, {describe(line)}
        </span>
      </label>
    ))}
  </fieldset>
);

const ParcelFields = () => (
  <>
    <TextField label="Carrier" name="carrier" maxLength={200} error={undefined} />
    <Field label="Tracking link, if there is one">
      <input
        name="tracking"
        type="url"
        inputMode="url"
        maxLength={500}
        placeholder="https://"
        className={styles.control}
      />
    </Field>
  </>
);

const ReasonField = () => (
  <Field label="Reason, for the shopper">
    <textarea name="reason" rows={2} maxLength={500} className={styles.control} />
  </Field>
);

interface ActionsProps {
  order: Order;
  problem: Problem | undefined;
  send: Send;
}

/**
 * Forms for the actions that are currently possible. A form with an error remains, and keeps its input, even if the
 * order has changed meanwhile.
 */
export function Actions({ order, problem, send }: ActionsProps) {
  const { status } = order;
  const linesIn = (...states: readonly ReturnType<typeof lineState>[]) =>
    order.lines.filter(({ _id }) => states.includes(lineState(order, _id)));
  const asked = linesIn('returnAsked');
  const cancellable = status === 'placed' || status === 'packed' ? linesIn('bought') : [];
  const refundable = findEvent(order, 'delivered')
    ? linesIn('bought', 'returnAsked', 'returnDeclined', 'exchangeDeclined', 'exchanged')
    : [];
  const toSend = linesIn('exchangeAsked');
  const toSwap = linesIn('exchangeSent');
  const inExchange = [...toSend, ...toSwap];
  const isCash = order.cashOnDelivery !== undefined;
  const owed = refundByHand(order);
  type Line = Order['lines'][number];
  const priceOf = (line: Line) => formatRupees(priceNow(order, line));
  const pieceOf = (line: Line): string => {
    const piece = exchangeOf(order, line._id);
    const more = differenceOf(order, line);
    const cash = more > 0 ? `, ${formatRupees(more)} to collect` : '';
    return piece ? `for ${describePiece(piece)}${cash}` : '';
  };
  const shows = (form: FormName, isPossible: boolean) => isPossible || problem?.form === form;
  const form = { problem, send };
  return (
    <Section title="Next" className={`sheet ${styles.actions}`}>
      {shows('pack', status === 'placed') && (
        <ActionForm {...form} name="pack" read={() => ({ type: 'pack' })}>
          <Button type="submit">Mark as packed</Button>
        </ActionForm>
      )}
      {shows('ship', status === 'packed') && (
        <ActionForm {...form} name="ship" read={readShipping}>
          <ParcelFields />
          <Button type="submit">Mark as shipped</Button>
        </ActionForm>
      )}
      {shows('deliver', status === 'shipped') && (
        <ActionForm {...form} name="deliver" read={() => ({ type: 'deliver' })}>
          <Button type="submit">Mark as delivered</Button>
        </ActionForm>
      )}
      {shows('refuse', isCash && status === 'shipped') && (
        <ActionForm {...form} name="refuse" read={() => ({ type: 'refuse' })}>
          <Button type="submit" variant="danger">
            Refused at the door
          </Button>
        </ActionForm>
      )}
      {shows('paidBack', owed !== undefined) && (
        <ActionForm {...form} name="paidBack" read={readPaidBack}>
          <LineChoice
            legend="Transferred to the shopper"
            lines={owed?.lines ?? []}
            isChosen
            textOf={(line) => formatRupees(owed?.sumOf(line) ?? 0)}
          />
          <TextField
            label="Reference of the transfer"
            name="reference"
            maxLength={200}
            error={undefined}
          />
          <Button type="submit">Record the refund</Button>
        </ActionForm>
      )}
      {shows('return', asked.length > 0) && (
        <ActionForm {...form} name="return" read={readVerdict}>
          <LineChoice legend="Return requested" lines={asked} isChosen textOf={priceOf} />
          <p>“{findEvent(order, 'returnAsked')?.reason}”</p>
          <Button type="submit" value="accept">
            Accept the return
          </Button>
          <ReasonField />
          <Button type="submit" value="decline" variant="quiet">
            Decline the return
          </Button>
        </ActionForm>
      )}
      {shows('sendExchange', toSend.length > 0) && (
        <ActionForm {...form} name="sendExchange" read={readSending}>
          <LineChoice legend="Exchange requested" lines={toSend} isChosen textOf={pieceOf} />
          <ParcelFields />
          <Button type="submit">Mark the exchange as sent</Button>
        </ActionForm>
      )}
      {shows('completeExchange', toSwap.length > 0) && (
        <ActionForm {...form} name="completeExchange" read={readSwap}>
          <LineChoice legend="Exchange on its way" lines={toSwap} isChosen textOf={pieceOf} />
          <Button type="submit">Mark the pieces as swapped</Button>
        </ActionForm>
      )}
      {shows('declineExchange', inExchange.length > 0) && (
        <details>
          <summary>Decline an exchange</summary>
          <ActionForm {...form} name="declineExchange" read={readWithReason('declineExchange')}>
            <LineChoice
              legend="Decline"
              lines={inExchange}
              isChosen={inExchange.length === 1}
              textOf={pieceOf}
            />
            <ReasonField />
            <Button type="submit" variant="danger">
              Decline the exchange
            </Button>
          </ActionForm>
        </details>
      )}
      {shows('cancel', cancellable.length > 0) && (
        <details>
          <summary>Cancel products</summary>
          <ActionForm {...form} name="cancel" read={readCancellation}>
            <LineChoice
              legend={isCash ? 'Cancel' : 'Cancel and pay back'}
              lines={cancellable}
              isChosen
              textOf={priceOf}
            />
            <Button type="submit" variant="danger">
              Cancel these products
            </Button>
          </ActionForm>
        </details>
      )}
      {shows('refund', refundable.length > 0) && (
        <details>
          <summary>Pay back without a return</summary>
          <ActionForm {...form} name="refund" read={readWithReason('grantRefund')}>
            <LineChoice legend="Pay back" lines={refundable} isChosen={false} textOf={priceOf} />
            <ReasonField />
            <Button type="submit" variant="danger">
              Pay back
            </Button>
          </ActionForm>
        </details>
      )}
      {!owed &&
        asked.length + cancellable.length + refundable.length + inExchange.length === 0 &&
        !['placed', 'packed', 'shipped'].includes(status) && <p>Nothing is left to do.</p>}
    </Section>
  );
}
