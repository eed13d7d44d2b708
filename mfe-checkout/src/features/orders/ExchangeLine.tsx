import { serverData } from '@patchwork/shop';
import {
  formatRupees,
  type LineItem,
  lineState,
  mapResult,
  type Order,
  type Sibling,
} from '@patchwork/shop/domain';
import { Button, FormError, LoadError, passFocusOn, Spinner } from '@patchwork/shop/ui';
import { atom, type ExtractAtomValue, useAtomValue, useSetAtom } from 'jotai';
import { type FormEvent, useId, useMemo, useRef, useState } from 'react';
import { formatTime } from '../../order/AddressLines.tsx';
import { describePiece, exchangeableLines } from '../../order/exchange.ts';
import { changeOrderAtom } from '../../state/orders.ts';
import * as t from '../../texts/orders.ts';
import styles from './Orders.module.css';
import { ReasonField } from './ReasonField.tsx';
import { takeFocus, useOrderForm } from './useOrderForm.ts';

/** Returns an atom of a product's siblings, as the catalogue has them now. */
const siblingsAtomOf = (productId: string) =>
  serverData<readonly Sibling[]>(() => ({
    key: ['exchange', productId],
    scope: 'shopper',
    load: async (api, options) =>
      mapResult(
        await api.getProduct({ productId }, options),
        ({ product }) => product.siblings ?? [],
      ),
  }));

/** Stands for the siblings as long as no line is chosen. */
const noLoadAtom = atom(undefined);

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Says how a piece's price differs from what was paid, for the whole line; empty if it doesn't. */
function priceNote(difference: number): string {
  if (difference === 0) return '';
  const sum = formatRupees(Math.abs(difference));
  return difference > 0 ? t.more({ sum }) : t.less({ sum });
}

/** Says what is paid or given back, and when. */
function explain(difference: number, { cashOnDelivery }: Order): string {
  if (difference === 0) return t.costsSame;
  const sum = formatRupees(Math.abs(difference));
  if (difference > 0) return t.costsMore({ sum });
  return cashOnDelivery ? t.cashCostsLess({ sum }) : t.costsLess({ sum });
}

const differenceOf = ({ product, quantity }: LineItem, { price }: Sibling): number =>
  (price - product.price) * quantity;

interface PieceChoiceProps {
  line: LineItem;
  load: ExtractAtomValue<ReturnType<typeof siblingsAtomOf>>;
  chosen: Sibling | undefined;
  onChoose: (productId: string) => void;
}

/** Sorts a product's siblings: those in its colour first, of each colour by size. */
const ownColourFirst = (siblings: readonly Sibling[], { colour }: LineItem['product']): Sibling[] =>
  siblings.toSorted(
    (one, other) =>
      Number(one.colour?.name !== colour?.name) - Number(other.colour?.name !== colour?.name),
  );

/** Radio buttons for the siblings of a line's product. Those out of stock are shown, and can't be chosen. */
function PieceChoice({ line, load, chosen, onChoose }: PieceChoiceProps) {
  const name = useId();
  const { data: siblings, isError, refetch } = load;
  if (!siblings) {
    return isError ? (
      <LoadError message={t.siblingsFailed} onRetry={() => void refetch()} />
    ) : (
      <Spinner label={t.siblingsLoading({ title: line.product.title })} />
    );
  }
  if (siblings.length === 0) return <p>{t.noSiblings}</p>;
  const pieces = ownColourFirst(siblings, line.product);
  const first = pieces.find(({ inStock }) => inStock);
  return (
    <fieldset>
      <legend>{t.wantedLegend}</legend>
      {pieces.map((piece) => {
        const note = piece.inStock ? priceNote(differenceOf(line, piece)) : t.soldOut;
        return (
          <label key={piece.id} className={styles.choice} data-disabled={!piece.inStock}>
            <input
              ref={piece === first ? takeFocus : undefined}
              type="radio"
              name={name}
              checked={chosen?.id === piece.id}
              disabled={!piece.inStock}
              onChange={() => onChoose(piece.id)}
            />
            {capitalized(describePiece(piece, line.product))}
            {note && `, ${note}`}
          </label>
        );
      })}
    </fieldset>
  );
}

interface ExchangeFormProps {
  order: Order;
  lines: readonly LineItem[];
  onProblem: (problem: string | undefined) => void;
  onKeep: () => void;
  /** Called after the request, with the order's element and what to say. */
  onDone: (shown: Element | null, text: string) => void;
}

function ExchangeForm({ order, lines, onProblem, onKeep, onDone }: ExchangeFormProps) {
  const name = useId();
  const reasonField = useRef<HTMLSelectElement>(null);
  const change = useSetAtom(changeOrderAtom);
  const [lineId, setLineId] = useState(lines.length === 1 ? lines[0]?.product.id : undefined);
  const [pieceId, setPieceId] = useState<string>();
  const [isBusy, setIsBusy] = useState(false);
  const line = lines.find(({ product }) => product.id === lineId);
  const loadAtom = useMemo(
    () => (lineId === undefined ? noLoadAtom : siblingsAtomOf(lineId)),
    [lineId],
  );
  const load = useAtomValue<ExtractAtomValue<ReturnType<typeof siblingsAtomOf>> | undefined>(
    loadAtom,
  );
  // Another shopper may have bought the last one meanwhile.
  const piece = load?.data?.find(({ id, inStock }) => id === pieceId && inStock);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    if (isBusy) return;
    if (!line) return onProblem(t.exchangeNone);
    if (!piece) return onProblem(t.wantedNone);
    const reason = reasonField.current?.value ?? '';
    if (reason === '') {
      reasonField.current?.focus();
      return onProblem(t.pleaseChooseReason);
    }
    onProblem(undefined);
    setIsBusy(true);
    // Looked up before the order changes, which removes this form.
    const shown = event.currentTarget.closest('article');
    const { id: to, price } = piece;
    const changed = await change({
      id: order.id,
      change: { type: 'exchange', from: line.product.id, to, price, reason },
    });
    setIsBusy(false);
    if (changed.ok) onDone(shown, t.exchangeDone);
    else {
      onProblem(changed.error);
      // Its price or stock may be the reason.
      void load?.refetch();
    }
  }

  return (
    <form className={styles.change} onSubmit={(event) => void submit(event)}>
      {lines.length > 1 && (
        <fieldset>
          <legend>{t.exchangeLegend}</legend>
          {lines.map(({ product, quantity }, index) => (
            <label key={product.id} className={styles.choice}>
              <input
                ref={index === 0 ? takeFocus : undefined}
                type="radio"
                name={name}
                checked={product.id === lineId}
                onChange={() => {
                  setLineId(product.id);
                  setPieceId(undefined);
                }}
              />
              {quantity > 1 && `${quantity} × `}
              {t.lineInSize({ title: product.title, size: product.size })}
            </label>
          ))}
        </fieldset>
      )}
      {line && load && (
        <PieceChoice
          key={line.product.id}
          line={line}
          load={load}
          chosen={piece}
          onChoose={setPieceId}
        />
      )}
      <ReasonField field={reasonField} />
      <p aria-live="polite">{line && piece && explain(differenceOf(line, piece), order)}</p>
      <div className={styles.buttons}>
        <Button type="submit" size="small" aria-busy={isBusy}>
          {t.exchangeSubmit}
        </Button>
        <Button variant="quiet" size="small" onClick={onKeep}>
          {t.returnKeep}
        </Button>
      </div>
    </form>
  );
}

/** Moves the focus to the order's heading when what had it is no longer possible. */
const passFocusToOrder = passFocusOn((leaving) => leaving.closest('article')?.querySelector('h2'));

/** Buttons that open the form of an exchange, and withdraw a requested one. */
export function ExchangeLine({ order }: { order: Order }) {
  const { opener, opened, problem, setProblem, open, close, finish } = useOrderForm<'exchange'>();
  const change = useSetAtom(changeOrderAtom);
  const [isBusy, setIsBusy] = useState(false);
  const lines = exchangeableLines(order);
  const asked = order.lines.filter(
    ({ product }) => lineState(order, product.id) === 'exchangeAsked',
  );
  const isOpen = opened !== undefined && lines.length > 0;
  if (lines.length + asked.length === 0 && problem === undefined) return null;

  async function withdraw(pressed: Element, product: string): Promise<void> {
    if (isBusy) return;
    setIsBusy(true);
    setProblem(undefined);
    const shown = pressed.closest('article');
    const changed = await change({ id: order.id, change: { type: 'withdrawExchange', product } });
    setIsBusy(false);
    if (changed.ok) finish(shown, t.withdrawn);
    else setProblem(changed.error);
  }

  return (
    <div
      ref={passFocusToOrder}
      className={isOpen || problem !== undefined ? styles.open : styles.closed}
    >
      {isOpen && (
        <ExchangeForm
          order={order}
          lines={lines}
          onProblem={setProblem}
          onKeep={close}
          onDone={finish}
        />
      )}
      {lines.length > 0 && !isOpen && (
        <Button ref={opener} variant="quiet" size="small" onClick={() => open('exchange')}>
          <span>
            {t.exchangeOpen({
              time: formatTime(order.placedAt),
              hidden: (text) => <span className="visually-hidden">{text}</span>,
            })}
          </span>
        </Button>
      )}
      {asked.map(({ product: { id, title } }) => (
        <Button
          key={id}
          variant="quiet"
          size="small"
          aria-busy={isBusy}
          onClick={({ currentTarget }) => void withdraw(currentTarget, id)}
        >
          <span>
            {t.withdraw({
              title,
              hidden: (text) => <span className="visually-hidden">{text}</span>,
            })}
          </span>
        </Button>
      ))}
      <FormError message={problem} />
    </div>
  );
}
