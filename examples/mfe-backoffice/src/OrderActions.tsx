import { findEvent, formatRupees, lineState } from '@patchwork/shop/domain';
import { Button, FormError, passFocusToHeading, Section, TextField } from '@patchwork/shop/ui';
import type { FormEvent, ReactNode } from 'react';
import type { Order, OrderAction } from './api.ts';
import styles from './backoffice.module.css';
import { Field } from './Frame.tsx';

export type FormName =
  | 'pack'
  | 'ship'
  | 'deliver'
  | 'refuse'
  | 'return'
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

function readShipping(fields: FormData): OrderAction | string {
  const carrier = textOf(fields, 'carrier');
  const trackingUrl = textOf(fields, 'tracking');
  if (carrier === '') return 'Enter the carrier.';
  if (trackingUrl === '') return { type: 'ship', carrier };
  return /^https:\/\/[^\s/]+\S*$/.test(trackingUrl)
    ? { type: 'ship', carrier, trackingUrl }
    : 'The tracking link must begin with https://';
}

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

function readRefund(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  const reason = textOf(fields, 'reason');
  if (products.length === 0) return noneChosen;
  return reason === '' ? noReason : { type: 'grantRefund', products, reason };
}

function readPaidBack(fields: FormData): OrderAction | string {
  const products = chosenIn(fields);
  const reference = textOf(fields, 'reference');
  if (products.length === 0) return noneChosen;
  return reference === ''
    ? 'Enter the reference of your transfer: the shopper reads it.'
    : { type: 'recordRefund', products, reference };
}

/** Returns the lines of the oldest refund that an operator has to pay, because it was paid in cash. */
function linesToPayBack({ cashOnDelivery, events, lines }: Order): Order['lines'] {
  if (!cashOnDelivery) return [];
  const paid = events.flatMap((event) => (event.type === 'refunded' ? event.cause : []));
  const due = events.find(
    (event, index) =>
      (event.type === 'returnAccepted' || event.type === 'refundGranted') && !paid.includes(index),
  );
  return due && 'products' in due ? lines.filter(({ _id }) => due.products.includes(_id)) : [];
}

interface LineChoiceProps {
  legend: string;
  lines: Order['lines'];
  /** Whether all lines are checked initially. */
  isChosen: boolean;
}

const LineChoice = ({ legend, lines, isChosen }: LineChoiceProps) => (
  <fieldset className={styles.choice}>
    <legend>{legend}</legend>
    {lines.map(({ _id, title, qty, price }) => (
      <label key={_id}>
        <input type="checkbox" name="product" value={_id} defaultChecked={isChosen} />
        <span>
          {qty > 1 && `${qty} × `}
          {title}, {formatRupees(price * qty)}
        </span>
      </label>
    ))}
  </fieldset>
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
    ? linesIn('bought', 'returnAsked', 'returnDeclined')
    : [];
  const isCash = order.cashOnDelivery !== undefined;
  const owed = linesToPayBack(order);
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
      {shows('paidBack', owed.length > 0) && (
        <ActionForm {...form} name="paidBack" read={readPaidBack}>
          <LineChoice legend="Transferred to the shopper" lines={owed} isChosen />
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
          <LineChoice legend="Return requested" lines={asked} isChosen />
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
      {shows('cancel', cancellable.length > 0) && (
        <details>
          <summary>Cancel products</summary>
          <ActionForm {...form} name="cancel" read={readCancellation}>
            <LineChoice
              legend={isCash ? 'Cancel' : 'Cancel and pay back'}
              lines={cancellable}
              isChosen
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
          <ActionForm {...form} name="refund" read={readRefund}>
            <LineChoice legend="Pay back" lines={refundable} isChosen={false} />
            <ReasonField />
            <Button type="submit" variant="danger">
              Pay back
            </Button>
          </ActionForm>
        </details>
      )}
      {asked.length + cancellable.length + refundable.length + owed.length === 0 &&
        !['placed', 'packed', 'shipped'].includes(status) && <p>Nothing is left to do.</p>}
    </Section>
  );
}
