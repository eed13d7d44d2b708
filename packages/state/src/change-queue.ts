import type { ApiError } from '@patchwork/api';
import type { Result } from '@patchwork/domain';

/** One change of one product's place in a list, as the shopper asked for it. */
export interface Change<T> {
  readonly productId: string;
  /** What the list shows at once. Giving back the same item means there is nothing to do. */
  readonly apply: (item: T | undefined) => T | undefined;
  /** `held` is what the server has by then: earlier changes may have failed. Answers the list. */
  readonly send: (held: T | undefined) => Promise<Result<readonly T[], ApiError>>;
}

/** The changes of one product that the server has not answered yet, oldest first. */
export interface ChangeQueue<T> {
  readonly productId: string;
  /** What the server is known to hold. */
  held: T | undefined;
  /** Where it stood when the first change came, so that an undone removal returns there. */
  readonly position: number;
  /** The list itself was not loaded by then, so `held` is a guess. */
  readonly guessed: boolean;
  waiting: readonly Change<T>[];
  /** Settles when the last of them is done. */
  turn: Promise<void>;
}

type IdOf<T> = (item: T) => string;

export const openQueue = <T>(
  list: readonly T[] | undefined,
  productId: string,
  idOf: IdOf<T>,
): ChangeQueue<T> => {
  const found = list?.findIndex((item) => idOf(item) === productId) ?? -1;
  return {
    productId,
    held: list?.[found],
    position: found === -1 ? Number.POSITIVE_INFINITY : found,
    guessed: list === undefined,
    waiting: [],
    turn: Promise.resolve(),
  };
};

/** The list with this product as the shopper sees it, and every other one untouched. */
export const overlay = <T>(
  list: readonly T[],
  { held, waiting, productId, position }: ChangeQueue<T>,
  idOf: IdOf<T>,
): readonly T[] => {
  const shown = waiting.reduce((item, change) => change.apply(item), held);
  const found = list.findIndex((item) => idOf(item) === productId);
  if (shown === undefined) return found === -1 ? list : list.toSpliced(found, 1);
  return found === -1
    ? list.toSpliced(Math.min(position, list.length), 0, shown)
    : list.with(found, shown);
};
