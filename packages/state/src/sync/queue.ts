import { type Change, type ListRules, productIdOf } from './change.ts';

/** One product's changes that the server has not answered for. */
export interface LineState {
  readonly productId: string;
  /** It went out, and nobody knows yet what became of it. */
  readonly sent: Change | null;
  /** Oldest first. */
  readonly waiting: readonly Change[];
}

/** A list that the server keeps, and what the shopper asked of it meanwhile. */
export interface ListState<T> {
  /** What the server is known to hold. */
  readonly known: readonly T[];
  /** False until the server told the whole list. */
  readonly isKnown: boolean;
  readonly lines: readonly LineState[];
  /** Counts the answers. */
  readonly revision: number;
  /** At which revision a product was answered for last: an older list knows less of it. */
  readonly touched: Readonly<Record<string, number>>;
  /** At which revision the whole list was last taken over. */
  readonly resumedAt: number;
}

export const emptyList: ListState<never> = {
  known: [],
  isKnown: false,
  lines: [],
  revision: 0,
  touched: {},
  resumedAt: 0,
};

function put<T>(
  { idOf }: ListRules<T>,
  list: readonly T[],
  productId: string,
  item: T | undefined,
): readonly T[] {
  const at = list.findIndex((other) => idOf(other) === productId);
  if (item === undefined) return at === -1 ? list : list.toSpliced(at, 1);
  return at === -1 ? [...list, item] : list.with(at, item);
}

const lineOf = <T>({ lines }: ListState<T>, productId: string): LineState =>
  lines.find((line) => line.productId === productId) ?? { productId, sent: null, waiting: [] };

/** A line without changes is none: it takes no place. */
function putLine(lines: readonly LineState[], line: LineState): readonly LineState[] {
  const at = lines.findIndex(({ productId }) => productId === line.productId);
  if (!line.sent && line.waiting.length === 0) return at === -1 ? lines : lines.toSpliced(at, 1);
  return at === -1 ? [...lines, line] : lines.with(at, line);
}

export const knownItem = <T>(
  { idOf }: ListRules<T>,
  { known }: ListState<T>,
  productId: string,
): T | undefined => known.find((item) => idOf(item) === productId);

const changesOf = ({ sent, waiting }: LineState): readonly Change[] =>
  sent ? [sent, ...waiting] : waiting;

/** The list as the shopper sees it: every change shows at once. */
export const shownItems = <T>(rules: ListRules<T>, state: ListState<T>): readonly T[] =>
  state.lines.reduce((list, line) => {
    const item = changesOf(line).reduce<T | undefined>(
      rules.apply,
      knownItem(rules, state, line.productId),
    );
    return put(rules, list, line.productId, item);
  }, state.known);

/** The shopper asks for a change. One that changes nothing is not taken up. */
export function ask<T>(rules: ListRules<T>, state: ListState<T>, asked: Change): ListState<T> {
  const productId = productIdOf(asked);
  const shown = shownItems(rules, state).find((item) => rules.idOf(item) === productId);
  const change = rules.meant(shown, asked);
  if (rules.apply(shown, change) === shown) return state;
  const line = lineOf(state, productId);
  const waiting = rules.join(line.waiting, change);
  return { ...state, lines: putLine(state.lines, { ...line, waiting }) };
}

/** The products with something to send: those with nothing on its way. */
export const sendable = <T>({ lines }: ListState<T>): readonly string[] =>
  lines.flatMap(({ productId, sent }) => (sent ? [] : productId));

/** Marks the next change of a product as sent, past those that have nothing to do by now. */
export function sendNext<T>(
  rules: ListRules<T>,
  state: ListState<T>,
  productId: string,
): ListState<T> {
  const line = lineOf(state, productId);
  const held = knownItem(rules, state, productId);
  const next = line.waiting.findIndex((change) => rules.apply(held, change) !== held);
  const waiting = next === -1 ? [] : line.waiting.slice(next + 1);
  const sent = line.waiting[next] ?? null;
  return { ...state, lines: putLine(state.lines, { productId, sent, waiting }) };
}

export const sentChange = <T>(state: ListState<T>, productId: string): Change | null =>
  lineOf(state, productId).sent;

export const hasSent = <T>({ lines }: ListState<T>): boolean => lines.some(({ sent }) => sent);

/** The sent change is over: refused, or done, and then `item` is what the server has now. */
function settle<T>(state: ListState<T>, productId: string, known: readonly T[]): ListState<T> {
  const revision = state.revision + 1;
  return {
    ...state,
    known,
    revision,
    touched: { ...state.touched, [productId]: revision },
    lines: putLine(state.lines, { ...lineOf(state, productId), sent: null }),
  };
}

/**
 * The server did what was sent. Of its answer only this product is taken over: answers of different
 * products may overtake each other, and a late one must not bring back what another removed.
 */
export function answered<T>(
  rules: ListRules<T>,
  state: ListState<T>,
  productId: string,
  answer: readonly T[],
): ListState<T> {
  const item = answer.find((each) => rules.idOf(each) === productId);
  return settle(state, productId, put(rules, state.known, productId, item));
}

/** The server did not do what was sent: it is undone. */
export const refused = <T>(state: ListState<T>, productId: string): ListState<T> =>
  settle(state, productId, state.known);

/**
 * A list was asked for at `revision`. What was answered or is on its way since, it may not know; and
 * when the whole list was taken over since, it knows nothing new.
 */
export function loaded<T>(
  rules: ListRules<T>,
  state: ListState<T>,
  list: readonly T[],
  revision: number,
): ListState<T> {
  if (revision < state.resumedAt) return state;
  const newer = new Set([
    ...state.lines.flatMap(({ productId, sent }) => (sent ? productId : [])),
    ...Object.keys(state.touched).filter((id) => (state.touched[id] ?? 0) > revision),
  ]);
  const known = [...newer].reduce(
    (items, productId) => put(rules, items, productId, knownItem(rules, state, productId)),
    list,
  );
  return { ...state, known, isKnown: true };
}

/**
 * Nothing is on its way any more, and this is what the server has. Where that differs from what it
 * had when a change went out, the answer alone was lost; otherwise the change goes out again.
 */
export function resumed<T>(
  rules: ListRules<T>,
  state: ListState<T>,
  list: readonly T[],
): ListState<T> {
  const revision = state.revision + 1;
  const now = { ...state, known: list, isKnown: true, revision, touched: {}, resumedAt: revision };
  const lines = state.lines.reduce((all, { productId, sent, waiting }) => {
    const isLost =
      sent && rules.isSame(knownItem(rules, state, productId), knownItem(rules, now, productId));
    return putLine(all, { productId, sent: null, waiting: isLost ? [sent, ...waiting] : waiting });
  }, state.lines);
  return { ...now, lines };
}
