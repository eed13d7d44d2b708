import type { Product } from '@patchwork/domain';
import type { ListRules } from './change.ts';

export const wishlistRules: ListRules<Product> = {
  idOf: ({ id }) => id,
  apply: (held, change) => (change.type === 'add' ? (held ?? change.product) : undefined),
  meant: (_held, change) => change,
  /** A product is wished for or not: the last word counts. */
  join: (_waiting, change) => [change],
  isSame: (one, other) => one?.id === other?.id,
};
